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
// Writes cells from column 0 of a row of the screen; a wide character takes one cell of the array.
void ncurses_put_row(int row, const ncurses_cell *cells, int count);
// Moves the cursor of the screen.
void ncurses_move(int row, int column);
void ncurses_erase(void);
// Marks the real screen as unknown: the next update sends all of it.
void ncurses_forget_screen(void);
// Hands the screen to the next doupdate.
void ncurses_stage(void);
// Leaves control of signals to the keyboard, everything else to us: no echo, no lines,
// no flow control, Return as Return. Call after newterm.
bool ncurses_set_key_mode(int fd);

#endif
