#define _GNU_SOURCE
#include "TerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define LIMIT 1024

// FREE, ARMED or, while a thread gives the terminal back, GIVING.
enum { FREE, ARMED, GIVING };
static atomic_int armed;
static atomic_int giver;
static volatile sig_atomic_t interrupted;
static int terminal = -1;
static struct termios saved;
static char restore[LIMIT], message[LIMIT];
static size_t restore_length, message_length;
static int signal_pipe[2] = {-1, -1};
static int log_file = -1;
static off_t log_start;

static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
#define CRASHES (sizeof crashes / sizeof *crashes)
static struct sigaction before[CRASHES];

static void write_all(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(terminal, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    length -= (size_t)written;
  }
}

// Whether a line is a frame of a stack trace: a number, a name, an address.
static bool is_frame(const char *line, ssize_t length) {
  ssize_t i = 0;
  while (i < length && line[i] >= '0' && line[i] <= '9') i++;
  if (i == 0 || i == length || line[i] != ' ') return false;
  for (; i + 2 < length; i++)
    if (line[i] == ' ' && line[i + 1] == '0' && line[i + 2] == 'x') return true;
  return false;
}

// Shows the last lines that were logged since `log_start`, without what could drive the terminal and
// without stack traces, which would push out what was said.
static void show_log(void) {
  static const char title[] = "The last lines of its log:\n";
  enum { LINES = 8, TAIL = 16 * 1024 };
  static char text[TAIL + 1];
  off_t end = log_file < 0 ? 0 : lseek(log_file, 0, SEEK_END);
  off_t start = end - log_start > TAIL ? end - TAIL : log_start;
  ssize_t length = end > start ? pread(log_file, text, TAIL, start) : 0;
  if (length <= 0) return;
  if (text[length - 1] != '\n') text[length++] = '\n';
  for (ssize_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if ((byte < 0x20 && byte != '\n') || byte == 0x7f) text[i] = ' ';
  }
  // From the end; each of `lines` begins where one ends before it.
  ssize_t lines[LINES], ends[LINES];
  int count = 0;
  for (ssize_t after = length; after > 0 && count < LINES;) {
    ssize_t begin = after - 1;
    while (begin > 0 && text[begin - 1] != '\n') begin--;
    bool is_cut = begin == 0 && start > log_start;
    if (!is_cut && after - begin > 1 && !is_frame(text + begin, after - begin)) {
      lines[count] = begin;
      ends[count++] = after;
    }
    after = begin;
  }
  if (count == 0) return;
  write_all(title, sizeof title - 1);
  while (count-- > 0) write_all(text + lines[count], (size_t)(ends[count] - lines[count]));
}

// Uses only what is safe in a signal handler. A thread that crashes while another one gives the terminal back waits
// for it, since its end is everybody's end.
static void give_back(bool crashed) {
  int expected = ARMED;
  if (!atomic_compare_exchange_strong(&armed, &expected, GIVING)) {
    while (atomic_load(&armed) == GIVING && atomic_load(&giver) != gettid()) usleep(1000);
    return;
  }
  atomic_store(&giver, gettid());
  write_all(restore, restore_length);
  tcsetattr(terminal, TCSANOW, &saved);
  if (crashed) {
    write_all(message, message_length);
    show_log();
  }
  atomic_store(&armed, FREE);
}

static void at_exit(int status, void *unused) {
  (void)unused;
  give_back(status != 0);
}

static void end_by(int number) {
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

static void on_crash(int number) {
  give_back(true);
  // Who was there before us, such as the backtracer of Swift, still has its turn:
  // the signal is pending until this handler returns.
  for (size_t i = 0; i < CRASHES; i++)
    if (crashes[i] == number) sigaction(number, &before[i], NULL);
  raise(number);
}

// Not handed on: Swift's handler of SIGQUIT would let the process live.
static void on_quit(int number) {
  give_back(false);
  end_by(number);
}

static void on_event(int number) {
  int error = errno;
  if (number == SIGINT && interrupted) {
    give_back(false);
    end_by(number);
  }
  if (number == SIGINT) interrupted = 1;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds enough of them already.
  ssize_t ignored = write(signal_pipe[1], &byte, 1);
  (void)ignored;
  errno = error;
}

// A stack that has overflowed cannot carry its own handler.
#define STACK (64 * 1024)
static pthread_key_t covered;
static pthread_once_t covers = PTHREAD_ONCE_INIT;

static void uncover(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(memory);
}

static void make_key(void) { pthread_key_create(&covered, uncover); }

void terminal_guard_cover_thread(void) {
  pthread_once(&covers, make_key);
  if (pthread_getspecific(covered) != NULL) return;
  stack_t stack;
  // Somebody else's stack, such as the backtracer's, serves as well.
  if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
  void *memory = malloc(STACK);
  if (memory == NULL || pthread_setspecific(covered, memory) != 0) {
    free(memory);
    return;
  }
  stack_t own = {.ss_sp = memory, .ss_size = STACK};
  sigaltstack(&own, NULL);
}

bool terminal_guard_save(int fd) { return tcgetattr(fd, &saved) == 0; }

bool terminal_guard_arm(int fd, const char *bytes, const char *text) {
  static bool installed;
  restore_length = strlen(bytes);
  message_length = strlen(text);
  if (restore_length > LIMIT || message_length > LIMIT) return false;
  memcpy(restore, bytes, restore_length);
  memcpy(message, text, message_length);
  terminal = fd;
  if (!installed) {
    installed = true;
    on_exit(at_exit, NULL);
    // What a library prints has to be in the log when the process crashes.
    setlinebuf(stdout);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CRASHES; i++) sigaction(crashes[i], &action, &before[i]);
    action.sa_handler = on_quit;
    sigaction(SIGQUIT, &action, NULL);
  }
  atomic_store(&armed, ARMED);
  return true;
}

void terminal_guard_log(int fd) {
  off_t end = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
  log_start = end < 0 ? 0 : end;
  log_file = end < 0 ? -1 : fd;
}

void terminal_guard_disarm(void) {
  int expected = ARMED;
  if (!atomic_compare_exchange_strong(&armed, &expected, FREE)) return;
  tcsetattr(terminal, TCSADRAIN, &saved);
}

static const int events[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP};

int terminal_guard_signals(void) {
  if (signal_pipe[0] >= 0) return signal_pipe[0];
  if (pipe2(signal_pipe, O_NONBLOCK | O_CLOEXEC) != 0) return -1;
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    struct sigaction action = {.sa_handler = on_event, .sa_flags = SA_RESTART}, old;
    sigemptyset(&action.sa_mask);
    if (sigaction(events[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    sigaction(events[i], &action, NULL);
  }
  return signal_pipe[0];
}

void terminal_guard_stop(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, own;
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &own);
  // Threads of the main queue block signals; the stop must not wait.
  sigset_t stop, before_stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before_stop);
  // Not SIGSTOP: a process that no shell could wake again must not stop. Woken in the background, it
  // stops again, since the terminal is the shell's. Where nobody could wake it, that does nothing: the
  // number of tries ends it.
  for (int tries = 0; tries < 100; tries++) {
    raise(SIGTSTP);
    pid_t owner = tcgetpgrp(terminal);
    if (owner < 0 || owner == getpgrp()) break;
  }
  pthread_sigmask(SIG_SETMASK, &before_stop, NULL);
  sigaction(SIGTSTP, &own, NULL);
}

void terminal_guard_lend(bool is_lent) {
  static const int keys[] = {SIGINT, SIGQUIT, SIGTSTP};
  static struct sigaction own[sizeof keys / sizeof *keys];
  struct sigaction ignored = {.sa_handler = SIG_IGN};
  sigemptyset(&ignored.sa_mask);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    sigaction(keys[i], is_lent ? &ignored : &own[i], is_lent ? &own[i] : NULL);
}
