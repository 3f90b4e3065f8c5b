/* What a launch leaves in the memory of workers. It is emptied before host code goes on. C11
 * and C++. */
#ifndef SIMT_LEFTOVERS_H
#define SIMT_LEFTOVERS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct worker;

/* From now on leftovers are emptied. Before this call, the functions below that empty them do
 * nothing. */
void simt_empty_leftovers(void);

/* Called by the worker itself, when it has no more blocks. */
void simt_empty_worker(struct worker *worker);

/* Fill with SIMT_JUNK, word by word: the bytes, or this thread's variables of the program,
 * which are its shared memory. */
void simt_fill_with_junk(void *bytes, size_t size);
void simt_junk_thread_locals(void);

/* Sets simt_bytes_of_thread. */
void simt_measure_thread_locals(void);

/* Empties the stack below the caller's frame, down to `lowest`. */
void simt_empty_stack(void *lowest);

#ifdef __cplusplus
}
#endif

#endif
