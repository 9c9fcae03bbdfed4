#define _GNU_SOURCE
#include "CNcurses.h"

#include <ncursesw/term.h>
#include <string.h>
#include <termios.h>

const attr_t ncurses_bold = A_BOLD;
const attr_t ncurses_dim = A_DIM;
const attr_t ncurses_reverse = A_REVERSE;
const attr_t ncurses_underline = A_UNDERLINE;

bool ncurses_has_terminal(const char *name, int fd) {
  int status = 0;
  return setupterm((char *)name, fd, &status) == OK && status == 1;
}

size_t ncurses_capability(const char *name, char *buffer, size_t capacity) {
  const char *value = tigetstr((char *)name);
  if (value == NULL || value == (const char *)-1 || capacity == 0) return 0;
  size_t length = 0;
  while (*value != 0) {
    // Padding, $<5>, is meant for tputs and must not reach the terminal.
    if (value[0] == '$' && value[1] == '<') {
      const char *end = strchr(value, '>');
      if (end != NULL) {
        value = end + 1;
        continue;
      }
    }
    if (length + 1 >= capacity) return 0;
    buffer[length++] = *value++;
  }
  buffer[length] = 0;
  return length;
}

int ncurses_number(const char *name) {
  int value = tigetnum((char *)name);
  return value < 0 ? 0 : value;
}

int ncurses_colors(void) { return COLORS; }
int ncurses_pairs(void) { return COLOR_PAIRS; }

void ncurses_put_row(int row, const ncurses_cell *cells, int count) {
  cchar_t line[512];
  int column = 0;
  while (count > 0) {
    int part = 0, width = 0;
    while (part < count && part < 512) {
      const ncurses_cell *cell = &cells[part];
      wchar_t text[CCHARW_MAX + 1] = {(wchar_t)cell->base};
      for (int i = 0; i < 4; i++) text[i + 1] = (wchar_t)cell->marks[i];
      int pair = cell->pair;
      setcchar(&line[part], text, cell->attributes, 0, &pair);
      width += cell->base < 0x7f ? 1 : (wcwidth((wchar_t)cell->base) == 2 ? 2 : 1);
      part++;
    }
    // Never advances, wraps or scrolls, and mends wide characters cut in half.
    mvwadd_wchnstr(stdscr, row, column, line, part);
    column += width;
    cells += part;
    count -= part;
  }
}

void ncurses_move(int row, int column) { wmove(stdscr, row, column); }
void ncurses_erase(void) { werase(stdscr); }
void ncurses_forget_screen(void) { clearok(curscr, TRUE); }
void ncurses_stage(void) { wnoutrefresh(stdscr); }

bool ncurses_set_key_mode(int fd) {
  // An update is never broken off because keys are waiting: frames stay whole.
  typeahead(-1);
  if (cbreak() == ERR || noecho() == ERR || nonl() == ERR) return false;
  struct termios mode;
  if (tcgetattr(fd, &mode) != 0) return false;
  mode.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR);
  mode.c_lflag &= ~(tcflag_t)IEXTEN;
  if (tcsetattr(fd, TCSADRAIN, &mode) != 0) return false;
  return def_prog_mode() == OK;
}
