#include "CContent.h"

// The finalizer of SplitMix64 over a counter: fast, and equal on every machine.
static uint64_t block(uint64_t key, uint64_t number) {
  uint64_t word = key + (number + 1) * 0x9E3779B97F4A7C15u;
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
  return word ^ (word >> 31);
}

// Little-endian whatever the machine; compilers make one store of it.
static void put(uint8_t *bytes, uint64_t word) {
  for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(word >> (8 * i));
}

void storefront_content_fill(uint8_t *bytes, size_t count, uint64_t offset, uint64_t key) {
  uint8_t whole[8];
  size_t done = 0;
  uint64_t number = offset / 8;
  if (offset % 8 != 0) {
    put(whole, block(key, number++));
    for (size_t i = offset % 8; i < 8 && done < count; i++) bytes[done++] = whole[i];
  }
  for (; count - done >= 8; done += 8) put(bytes + done, block(key, number++));
  if (done < count) {
    put(whole, block(key, number));
    for (size_t i = 0; done < count; i++) bytes[done++] = whole[i];
  }
}
