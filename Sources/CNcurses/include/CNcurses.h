#ifndef CNCURSES_H
#define CNCURSES_H

// The wide calls are declared only when this stands before the header.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <ncursesw/curses.h>
#include "TerminalGuard.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What of ncurses Swift cannot import: variables, macros with arguments, term.h,
// and cells, whose struct depends on how ncurses was built.

// One character with up to four marks; attributes are A_*, pair as in init_extended_pair.
typedef struct {
  uint32_t base;
  uint32_t marks[4];
  attr_t attributes;
  int pair;
} ncurses_cell;

extern const attr_t ncurses_bold;
extern const attr_t ncurses_dim;
extern const attr_t ncurses_reverse;
extern const attr_t ncurses_underline;

// Whether the terminal database has an entry of this name; makes it the current one.
bool ncurses_has_terminal(const char *name, int fd);
// A string capability of the current entry without padding, written to buffer with
// a final zero. Returns its length; 0 when it is missing or does not fit.
size_t ncurses_capability(const char *name, char *buffer, size_t capacity);
// A number of the current entry; 0 when it has none.
int ncurses_number(const char *name);
// Colours of the terminal; meaningful after start_color.
int ncurses_colors(void);
int ncurses_pairs(void);
// Writes cells from a column of a row of the screen on; a wide character takes one cell of the array.
void ncurses_put_row(int row, int column, const ncurses_cell *cells, int count);
// Shows the cursor at a place, or hides it, from the next update on.
void ncurses_place_cursor(int row, int column);
void ncurses_hide_cursor(void);
void ncurses_erase(void);
// Marks the real screen as unknown: the next update sends all of it.
void ncurses_forget_screen(void);
// Brings the terminal up to date in one write: `start`, what ncurses has to send, `end`; nothing when it has
// nothing to send. `output` is the descriptor that ncurses writes to, `terminal` another one of the terminal.
void ncurses_update(int output, int terminal, const char *start, const char *end);
// Shortens what ncurses sends, in place, without changing what it does on a terminal that understands
// ECMA-48, and returns its new length. Renditions that follow each other become one, and the selection of
// ASCII is left out: nothing of ours selects anything else.
size_t ncurses_shorten(char *bytes, size_t length);
// Leaves control of signals to the keyboard, everything else to us: no echo, no lines,
// no flow control, Return as Return. Call after newterm.
bool ncurses_set_key_mode(int fd);

#endif
