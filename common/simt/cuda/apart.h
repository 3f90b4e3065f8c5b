/* Calls of a hand-in's functions by the runtime or the runner, on the host. C11.
 *
 * Such a function can write to what lies above it on the stack, its caller's frame and the
 * registers that it is to keep for its caller. So the caller finds its registers as they were,
 * and where a checker looks at each store, none goes to that frame. */
#ifndef SIMT_APART_H
#define SIMT_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Calls it. What lies on the stack from here up to `end` is the caller's alone, or up to the
 * stack's end where that is NULL. The function must return, or end the program. What it is to
 * be given lies in static variables or in records. */
void simt_call_apart(void (*function)(void *), void *argument, const void *end);

/* A function of the hand-in's has begun, and its return address lies there. What is above is
 * its caller's: all if that is the runtime or the runner; if it is a library, such as C++'s
 * that ends an exception, what lies below the frame of the hand-in's that has called the
 * library. Nothing is known where the place
 * is NULL, nor need be where another function of the hand-in's is the caller. */
void simt_function_begins(const void *caller, const void *return_address);

/* One of them ends. */
void simt_function_ends(void);

/* Where the frame of the hand-in's begins that has called the runtime; NULL if there is none.
 */
const void *simt_end_of_runtimes_frames(void);

/* Whether some of these bytes are such a caller's. */
bool simt_is_of_callers(uintptr_t at, size_t bytes);

/* To be called by the program's first thread when it is going to wait for a launch. Whether the
 * address is on its stack, below the hand-in's frames. */
void simt_waits_for_launch(void);
bool simt_is_of_waiting(uintptr_t at);

#endif
