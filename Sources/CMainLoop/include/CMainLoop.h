#ifndef CMAINLOOP_H
#define CMAINLOOP_H

#include <stdbool.h>
#include <stdint.h>

// The one loop of a program: it runs Swift's tasks, waits for descriptors and for times, and sleeps in one
// poll(2) when there is nothing to do.
//
// Tasks of the main actor run here, on the main thread. All others run here too until main_loop_use_threads
// is called, and from then on beside it, on no more threads than there are processors. Idle threads sleep
// until they are needed, however long: nothing wakes up for nothing.

// Takes over from Dispatch. Call once, first of all, on the main thread.
void main_loop_install(void);

// Whether main_loop_install was called.
bool main_loop_is_installed(void);

// From here on tasks that are not the main actor's run on threads of their own.
void main_loop_use_threads(void);

// Runs until the process ends.
__attribute__((noreturn)) void main_loop_run(void);

typedef void (*main_loop_callback)(void *_Nonnull context);

// Calls `ready` on the main thread whenever `descriptor` can be read or has ended, until it is unwatched.
// Returns the number of the watch. May be called from any thread.
uint64_t main_loop_watch(int descriptor, main_loop_callback _Nonnull ready, void *_Nonnull context);

// Calls `due` once on the main thread when so much time has passed; the time that the machine sleeps counts.
// Returns the number of the alarm. May be called from any thread.
uint64_t main_loop_after(int64_t nanoseconds, main_loop_callback _Nonnull due, void *_Nonnull context);

// Cancels an alarm; false when its time has come already. May be called from any thread.
bool main_loop_cancel(uint64_t number);

// Ends a watch, and then calls `ended` on the main thread with the watch's context: only after it may the
// descriptor be closed. May be called from any thread, once for a watch.
void main_loop_unwatch(uint64_t number, main_loop_callback _Nonnull ended);

// Ends the process at once; only what was printed still leaves. Standard input is not touched: a thread that
// waits for a line holds it.
_Noreturn void main_loop_end(int status);

#endif
