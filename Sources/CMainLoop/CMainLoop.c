#define _GNU_SOURCE
#include "CMainLoop.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// What Swift's runtime offers to an executor that is written in C: its ExecutorImpl.h, of which these are the
// parts that are used. A job that waits belongs to the executor with its two private words.
#define SWIFT_CALL __attribute__((swiftcall))

typedef struct job {
  const void *metadata;
  uintptr_t references;
  struct job *next;
  void *unused;
  uint32_t flags;
} job;

typedef struct {
  void *identity;
  uintptr_t implementation;
} executor;

extern SWIFT_CALL void swift_job_run(job *, executor);
extern SWIFT_CALL executor swift_task_getMainExecutor(void);

typedef SWIFT_CALL void (*enqueue)(job *);
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(job *, enqueue);
extern SWIFT_CALL void (*swift_task_enqueueMainExecutor_hook)(job *, enqueue);

// What Dispatch offers to a loop that serves its main queue, for those who still use that.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

typedef struct {
  job *first, *last;
} queue;

typedef struct watch {
  struct watch *next;
  uint64_t number;
  int descriptor;
  main_loop_callback ready, ended;
  void *context;
} watch;

typedef struct alarm_ {
  struct alarm_ *next;
  uint64_t number;
  // In nanoseconds of the boot clock.
  int64_t due;
  main_loop_callback call;
  void *context;
} alarm_;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static queue main_jobs, other_jobs;
static watch *watches;
// In order of `due`.
static alarm_ *alarms;
// Of watches and alarms until now.
static uint64_t count;
static bool is_installed, uses_threads, is_waiting;
static int threads, idle_threads, thread_limit;
static int waker, alarm_clock;

static void append(queue *queue, job *job) {
  job->next = NULL;
  if (queue->first == NULL) queue->first = job;
  else queue->last->next = job;
  queue->last = job;
}

static job *take(queue *queue) {
  job *job = queue->first;
  if (job != NULL) queue->first = job->next;
  return job;
}

// Ends the main thread's poll. Call with the lock held.
static void wake(void) {
  if (!is_waiting) return;
  is_waiting = false;
  uint64_t one = 1;
  ssize_t ignored = write(waker, &one, sizeof one);
  (void)ignored;
}

// MARK: Threads

static void *help(void *unused) {
  (void)unused;
  executor anyone = {NULL, 0};
  pthread_mutex_lock(&lock);
  for (;;) {
    job *job = take(&other_jobs);
    if (job == NULL) {
      idle_threads++;
      pthread_cond_wait(&work, &lock);
      idle_threads--;
      continue;
    }
    pthread_mutex_unlock(&lock);
    swift_job_run(job, anyone);
    pthread_mutex_lock(&lock);
  }
}

// Call with the lock held.
static void get_help(void) {
  if (idle_threads > 0) {
    pthread_cond_signal(&work);
    return;
  }
  if (threads >= thread_limit) return;
  // Signals are the main thread's, but for those by which a thread tells that it has crashed.
  static const int own[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) sigdelset(&blocked, own[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  if (pthread_create(&thread, NULL, help, NULL) == 0) {
    pthread_detach(thread);
    threads++;
  } else if (threads == 0) {
    // The main thread does it then.
    uses_threads = false;
    wake();
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void main_loop_use_threads(void) {
  pthread_mutex_lock(&lock);
  uses_threads = true;
  if (other_jobs.first != NULL) get_help();
  pthread_mutex_unlock(&lock);
}

// MARK: Jobs

static SWIFT_CALL void enqueue_main(job *job, enqueue original) {
  (void)original;
  pthread_mutex_lock(&lock);
  append(&main_jobs, job);
  wake();
  pthread_mutex_unlock(&lock);
}

static SWIFT_CALL void enqueue_other(job *job, enqueue original) {
  (void)original;
  pthread_mutex_lock(&lock);
  append(&other_jobs, job);
  if (uses_threads) get_help();
  else wake();
  pthread_mutex_unlock(&lock);
}

// MARK: Times

#define SECOND 1000000000LL

static int64_t now(void) {
  struct timespec time;
  // It goes on while the machine sleeps.
  clock_gettime(CLOCK_BOOTTIME, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}

// Sets the clock to the first alarm. Call with the lock held.
static void set_clock(void) {
  struct itimerspec time = {{0, 0}, {0, 0}};
  if (alarms != NULL) {
    // A zero would stop it.
    int64_t due = alarms->due > 0 ? alarms->due : 1;
    time.it_value.tv_sec = due / SECOND;
    time.it_value.tv_nsec = due % SECOND;
  }
  timerfd_settime(alarm_clock, TFD_TIMER_ABSTIME, &time, NULL);
}

uint64_t main_loop_after(int64_t nanoseconds, main_loop_callback due, void *context) {
  alarm_ *alarm = malloc(sizeof *alarm);
  if (alarm == NULL) abort();
  int64_t start = now(), limit = INT64_MAX / 2;
  pthread_mutex_lock(&lock);
  uint64_t number = ++count;
  *alarm = (alarm_){NULL, number, start + (nanoseconds < 0 ? 0 : nanoseconds < limit ? nanoseconds : limit),
                    due, context};
  alarm_ **place = &alarms;
  while (*place != NULL && (*place)->due <= alarm->due) place = &(*place)->next;
  alarm->next = *place;
  *place = alarm;
  if (alarms == alarm) set_clock();
  pthread_mutex_unlock(&lock);
  return number;
}

bool main_loop_cancel(uint64_t number) {
  pthread_mutex_lock(&lock);
  alarm_ **place = &alarms;
  while (*place != NULL && (*place)->number != number) place = &(*place)->next;
  alarm_ *found = *place;
  if (found != NULL) {
    bool was_first = found == alarms;
    *place = found->next;
    if (was_first) set_clock();
  }
  pthread_mutex_unlock(&lock);
  free(found);
  return found != NULL;
}

// Takes the first alarm whose time has come; NULL when there is none.
static alarm_ *take_due(int64_t time) {
  pthread_mutex_lock(&lock);
  alarm_ *alarm = alarms != NULL && alarms->due <= time ? alarms : NULL;
  if (alarm != NULL) alarms = alarm->next;
  else set_clock();
  pthread_mutex_unlock(&lock);
  return alarm;
}

static void ring(void) {
  uint64_t times;
  ssize_t ignored = read(alarm_clock, &times, sizeof times);
  (void)ignored;
  int64_t time = now();
  for (alarm_ *alarm; (alarm = take_due(time)) != NULL; free(alarm)) alarm->call(alarm->context);
}

// MARK: Watches

uint64_t main_loop_watch(int descriptor, main_loop_callback ready, void *context) {
  watch *watch = malloc(sizeof *watch);
  if (watch == NULL) abort();
  pthread_mutex_lock(&lock);
  uint64_t number = ++count;
  *watch = (struct watch){watches, number, descriptor, ready, NULL, context};
  watches = watch;
  wake();
  pthread_mutex_unlock(&lock);
  return number;
}

void main_loop_unwatch(uint64_t number, main_loop_callback ended) {
  pthread_mutex_lock(&lock);
  for (watch *watch = watches; watch != NULL; watch = watch->next)
    if (watch->number == number) watch->ended = ended;
  wake();
  pthread_mutex_unlock(&lock);
}

// The watches that have ended, taken out of the list. Call with the lock held.
static watch *take_ended(void) {
  watch *ended = NULL;
  watch **place = &watches;
  while (*place != NULL) {
    watch *watch = *place;
    if (watch->ended == NULL) {
      place = &watch->next;
      continue;
    }
    *place = watch->next;
    watch->next = ended;
    ended = watch;
  }
  return ended;
}

static void end_watches(void) {
  pthread_mutex_lock(&lock);
  watch *ended = take_ended();
  pthread_mutex_unlock(&lock);
  while (ended != NULL) {
    watch *next = ended->next;
    ended->ended(ended->context);
    free(ended);
    ended = next;
  }
}

static void tell(uint64_t number) {
  pthread_mutex_lock(&lock);
  watch *found = watches;
  // One that was told before may have ended it.
  while (found != NULL && (found->number != number || found->ended != NULL)) found = found->next;
  pthread_mutex_unlock(&lock);
  if (found != NULL) found->ready(found->context);
}

// MARK: The loop

// Runs jobs for as long as there are any, but lets descriptors have their turn.
static void run_jobs(void) {
  static executor main_executor;
  if (main_executor.identity == NULL) main_executor = swift_task_getMainExecutor();
  executor anyone = {NULL, 0};
  for (int turn = 0; turn < 64; turn++) {
    pthread_mutex_lock(&lock);
    job *mine = take(&main_jobs);
    job *other = mine == NULL && !uses_threads ? take(&other_jobs) : NULL;
    pthread_mutex_unlock(&lock);
    if (mine != NULL) swift_job_run(mine, main_executor);
    else if (other != NULL) swift_job_run(other, anyone);
    else return;
  }
}

// Waits until a descriptor can be read, a time has come or a job is there, and does what descriptors ask for.
static void wait_once(void) {
  enum { OWN = 3, MOST = 32 };
  struct pollfd polled[MOST];
  uint64_t numbers[MOST];
  static int dispatch = -1;
  if (dispatch < 0) dispatch = _dispatch_get_main_queue_handle_4CF();
  polled[0] = (struct pollfd){waker, POLLIN, 0};
  polled[1] = (struct pollfd){alarm_clock, POLLIN, 0};
  polled[2] = (struct pollfd){dispatch, POLLIN, 0};
  nfds_t used = OWN;
  pthread_mutex_lock(&lock);
  bool has_work = main_jobs.first != NULL || (!uses_threads && other_jobs.first != NULL);
  for (watch *watch = watches; watch != NULL; watch = watch->next) {
    if (watch->ended != NULL) has_work = true;
    else if (used < MOST) {
      numbers[used] = watch->number;
      polled[used++] = (struct pollfd){watch->descriptor, POLLIN, 0};
    }
  }
  is_waiting = !has_work;
  pthread_mutex_unlock(&lock);
  int ready = poll(polled, used, has_work ? 0 : -1);
  pthread_mutex_lock(&lock);
  is_waiting = false;
  pthread_mutex_unlock(&lock);
  if (ready <= 0) return;
  uint64_t value;
  if (polled[0].revents != 0 && read(waker, &value, sizeof value) < 0 && errno != EAGAIN) abort();
  if (polled[1].revents != 0) ring();
  if (polled[2].revents != 0) {
    ssize_t ignored = read(dispatch, &value, sizeof value);
    (void)ignored;
    _dispatch_main_queue_callback_4CF(NULL);
  }
  for (nfds_t i = OWN; i < used; i++)
    if (polled[i].revents != 0) tell(numbers[i]);
}

void main_loop_install(void) {
  waker = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  alarm_clock = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (waker < 0 || alarm_clock < 0) {
    perror("storefront: cannot wait for events");
    abort();
  }
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  thread_limit = processors < 2 ? 2 : processors > 64 ? 64 : (int)processors;
  is_installed = true;
  swift_task_enqueueGlobal_hook = enqueue_other;
  swift_task_enqueueMainExecutor_hook = enqueue_main;
}

bool main_loop_is_installed(void) { return is_installed; }

void main_loop_run(void) {
  for (;;) {
    run_jobs();
    end_watches();
    wait_once();
  }
}

void main_loop_end(int status) {
  fflush(stdout);
  fflush(stderr);
  _exit(status);
}
