#define _GNU_SOURCE
#include "CNcurses.h"

#include <errno.h>
#include <ncursesw/term.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

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

void ncurses_put_row(int row, int column, const ncurses_cell *cells, int count) {
  cchar_t line[512];
  // A character in the style of the cells at hand; only its letters are put in for each of them.
  cchar_t model = {0};
  const ncurses_cell *styled = NULL;
  while (count > 0) {
    int part = 0;
    while (part < count && part < 512) {
      const ncurses_cell *cell = &cells[part];
      if (styled == NULL || styled->attributes != cell->attributes || styled->pair != cell->pair) {
        int pair = cell->pair;
        setcchar(&model, L" ", cell->attributes, 0, &pair);
        styled = cell;
      }
      line[part] = model;
      line[part].chars[0] = (wchar_t)cell->base;
      for (int i = 0; i < 4; i++) line[part].chars[i + 1] = (wchar_t)cell->marks[i];
      part++;
    }
    // Never advances, wraps or scrolls, and mends wide characters cut in half.
    mvwadd_wchnstr(stdscr, row, column, line, part);
    for (int i = 0; i < part && part < count; i++) column += wcwidth((wchar_t)cells[i].base) == 2 ? 2 : 1;
    cells += part;
    count -= part;
  }
}

void ncurses_erase(void) { werase(stdscr); }
void ncurses_forget_screen(void) { clearok(curscr, TRUE); }

void ncurses_place_cursor(int row, int column) {
  leaveok(stdscr, FALSE);
  wmove(stdscr, row, column);
  curs_set(1);
}

void ncurses_hide_cursor(void) {
  // Where nobody sees it, it need not be moved.
  leaveok(stdscr, TRUE);
  curs_set(0);
}

static void write_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(fd, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    length -= (size_t)written;
  }
}

// Whether the parameters of a rendition begin with 0, which is also what none means.
static bool resets(const char *parameters, size_t length) {
  return length == 0 || (parameters[0] == '0' && (length == 1 || parameters[1] == ';'));
}

size_t ncurses_shorten(char *bytes, size_t length) {
  size_t out = 0;
  // Where a rendition begins that nothing has come after yet; `none` if there is none.
  const size_t none = (size_t)-1;
  size_t open = none;
  for (size_t i = 0; i < length;) {
    if (bytes[i] == 0x1b && i + 2 < length && bytes[i + 1] == '(' && bytes[i + 2] == 'B') {
      i += 3;
      continue;
    }
    size_t start = i + 2, end = start;
    if (bytes[i] == 0x1b && i + 1 < length && bytes[i + 1] == '[')
      while (end < length && ((bytes[end] >= '0' && bytes[end] <= '9') || bytes[end] == ';')) end++;
    else end = length;
    if (end >= length || bytes[end] != 'm') {
      open = none;
      bytes[out++] = bytes[i++];
      continue;
    }
    bool isReset = resets(bytes + start, end - start);
    if (open != none && !isReset) {
      // "ESC [ A m ESC [ B m" is "ESC [ A ; B m".
      bool isEmpty = bytes[out - 2] == '[';
      out--;
      if (isEmpty) bytes[out++] = '0';
      bytes[out++] = ';';
    } else {
      // A reset undoes the rendition before it.
      if (open != none) out = open;
      open = out;
      bytes[out++] = 0x1b;
      bytes[out++] = '[';
    }
    memmove(bytes + out, bytes + start, end + 1 - start);
    out += end + 1 - start;
    i = end + 1;
  }
  return out;
}

// Room for a frame; a larger one is sent in parts.
#define FRAME 65536

void ncurses_update(int output, int terminal, const char *start, const char *end) {
  static int memory = -1;
  if (memory < 0) memory = memfd_create("frame", MFD_CLOEXEC);
  wnoutrefresh(stdscr);
  // ncurses sends a piece for each move of the cursor. What it writes is gathered in memory, so that it
  // reaches the terminal at once.
  if (memory < 0 || dup2(memory, output) < 0) {
    doupdate();
    return;
  }
  doupdate();
  dup2(terminal, output);
  off_t length = lseek(memory, 0, SEEK_CUR);
  lseek(memory, 0, SEEK_SET);
  if (length <= 0) return;
  static char frame[FRAME];
  size_t used = strlen(start);
  memcpy(frame, start, used);
  for (off_t done = 0; done < length;) {
    size_t tail = strlen(end);
    off_t room = FRAME - (off_t)used - (off_t)tail;
    // Behind the frame there may be what is left of a longer one.
    ssize_t count = pread(memory, frame + used, (size_t)(room < length - done ? room : length - done), done);
    if (count <= 0) break;
    done += count;
    // What is cut in two is not shortened.
    used += done < length ? (size_t)count : ncurses_shorten(frame + used, (size_t)count);
    if (done >= length) {
      memcpy(frame + used, end, tail);
      used += tail;
    }
    write_all(terminal, frame, used);
    used = 0;
  }
}

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
