#pragma once
#include <stddef.h>
#include <stdint.h>

/// Fills `bytes` with bytes `offset` to `offset + count` of the endless stream that `key` names.
///
/// Every block of eight bytes is made from its number alone, so that any offset costs the same.
void storefront_content_fill(uint8_t *bytes, size_t count, uint64_t offset, uint64_t key);
