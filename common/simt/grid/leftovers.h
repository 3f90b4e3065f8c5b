/* What a launch leaves in the memory of workers, emptied before host code goes on. C11. */
#ifndef SIMT_LEFTOVERS_H
#define SIMT_LEFTOVERS_H

#include <stddef.h>

struct worker;

/* From now on they are emptied: the functions below that empty do nothing before. */
void simt_empty_leftovers(void);

/* By the worker itself, when it has no more blocks. */
void simt_empty_worker(struct worker *worker);

/* SIMT_JUNK, word by word; and in this thread's variables of the program, which are its shared
 * ones. */
void simt_fill_with_junk(void *bytes, size_t size);
void simt_junk_thread_locals(void);

/* What lies below the caller's frame, down to `lowest`. */
void simt_empty_stack(void *lowest);

#endif
