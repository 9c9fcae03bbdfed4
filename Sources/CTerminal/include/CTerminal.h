#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stdint.h>

// The number of cells that ncursesw advances by for one Unicode scalar: libc's
// wcwidth in the C.UTF-8 locale, whatever locale the process or thread has.
// 0 for combining marks, -1 for what cannot be printed or is unknown to libc.
// Safe from any thread.
int terminal_scalar_width(uint32_t scalar);

// Whether the process ignores a signal, as nohup makes it ignore SIGHUP.
bool terminal_signal_is_ignored(int number);

#endif
