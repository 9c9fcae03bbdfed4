#ifndef TERMINAL_GUARD_H
#define TERMINAL_GUARD_H

#include <stdbool.h>
#include <stddef.h>

// Gives the terminal back however the process ends: crash, trap, signal, exit.
// One terminal a process. Everything but the handlers runs on the main thread.

// Remembers the modes of the terminal as they are now.
bool terminal_guard_save(int fd);

// From here on, every end of the process writes `restore` to fd, sets the saved modes, and,
// when it is a crash or an exit with an error, writes `message` and the end of the log. Neither text
// may be longer than 1,024 bytes.
// Installs the handlers when called first.
bool terminal_guard_arm(int fd, const char *restore, const char *message);

// The log whose last lines, of those written from now on, are shown after a crash. fd can be read and
// stays open; -1 for none.
void terminal_guard_log(int fd);

// Gives the calling thread a stack for its crash handler, so that an overflow of its own is
// survived. Cheap when repeated. On Linux the main queue moves between threads.
void terminal_guard_cover_thread(void);

// Sets the saved modes at once; writes nothing. The process owns no terminal after it.
void terminal_guard_disarm(void);

// A descriptor from which each SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM and SIGHUP can be read
// as one byte, its number; -1 on failure. A second SIGINT ends the process at once, so that Ctrl-C
// works when nobody reads. A signal that was ignored at start stays ignored.
int terminal_guard_signals(void);

// Stops the process as Ctrl-Z does; returns when it goes on.
void terminal_guard_stop(void);

// While another program has the terminal, Ctrl-C, Ctrl-Backslash and Ctrl-Z are for it alone.
void terminal_guard_lend(bool is_lent);

#endif
