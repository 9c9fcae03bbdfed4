#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT and variadic functions are not visible to Swift.

/// Binds a copy of `count` bytes of text; the text may hold any bytes, zero bytes too.
static inline int storefront_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text ? text : "", count, SQLITE_TRANSIENT);
}

/// Binds a copy of `count` bytes.
static inline int storefront_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Leaves the write-ahead log as it is when the connection closes.
static inline int storefront_keep_log_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
