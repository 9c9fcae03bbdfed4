#define _GNU_SOURCE
#include "CTerminal.h"

#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <stdlib.h>
#include <wchar.h>

// wcwidth follows the calling thread's locale. Switching it for each scalar would
// cost more than the answer, and asking for all scalars at start would delay the
// first frame, so widths are asked once for a page of 256 when it is first needed.
#define PAGE 256
#define PAGES (0x110000 / PAGE)

static signed char *pages[PAGES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static signed char *load(uint32_t index) {
  static locale_t utf8;
  pthread_mutex_lock(&lock);
  signed char *page = pages[index];
  if (page == NULL && (page = malloc(PAGE)) != NULL) {
    if (utf8 == (locale_t)0) utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    // Without the locale nothing but ASCII has a width; that is what ncurses then believes too.
    locale_t before = utf8 != (locale_t)0 ? uselocale(utf8) : (locale_t)0;
    for (uint32_t i = 0; i < PAGE; i++) page[i] = (signed char)wcwidth((wchar_t)(index * PAGE + i));
    if (before != (locale_t)0) uselocale(before);
    __atomic_store_n(&pages[index], page, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&lock);
  return page;
}

int terminal_scalar_width(uint32_t scalar) {
  if (scalar < 0x7f) return scalar < 0x20 ? (scalar == 0 ? 0 : -1) : 1;
  if (scalar >= 0x110000) return -1;
  signed char *page = __atomic_load_n(&pages[scalar / PAGE], __ATOMIC_ACQUIRE);
  if (page == NULL && (page = load(scalar / PAGE)) == NULL) return -1;
  return page[scalar % PAGE];
}

bool terminal_signal_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// What the descriptor reads; one set for the one descriptor that a process has of this.
static sigset_t read_signals;

int terminal_signal_read_by(int descriptor, int number) {
  if (descriptor < 0) sigemptyset(&read_signals);
  sigaddset(&read_signals, number);
  if (pthread_sigmask(SIG_BLOCK, &read_signals, NULL) != 0) return -1;
  return signalfd(descriptor, &read_signals, SFD_NONBLOCK | SFD_CLOEXEC);
}

int terminal_signal_next(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

void terminal_signal_give_back(int number) {
  signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}
