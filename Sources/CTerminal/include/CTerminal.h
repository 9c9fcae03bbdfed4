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

// Lets a signal be read from a descriptor instead of ending the process, on this thread and those that it
// starts from now on. `descriptor` is one from before, or -1 for a new one; the answer is the descriptor, or -1.
int terminal_signal_read_by(int descriptor, int number);

// The next signal that came, 0 when there is none.
int terminal_signal_next(int descriptor);

// Gives a signal back to the system: it ends the process again.
void terminal_signal_give_back(int number);

#endif
