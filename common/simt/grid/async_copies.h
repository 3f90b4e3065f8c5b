/* Copies that a kernel asks for and waits for later: memcpy_async, pipelines. C11 and C++.
 *
 * A copy is done as late as CUDA allows, by the thread that asked for it when it waits: so who
 * reads before, reads what was there. What a thread never waits for is never done. */
#ifndef SIMT_ASYNC_COPIES_H
#define SIMT_ASYNC_COPIES_H

#include <stddef.h>
#include "grid/thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The running thread's copies of a kind: what they are for (a barrier, a pipeline) has an
 * address, or is NULL. Behind the bytes copied `zeros` more are set to 0. The caller's line is
 * told. */
void simt_copy_later(const void *kind, void *to, const void *from, size_t bytes, size_t zeros);

/* What comes from now on is of the next stage. */
void simt_end_stage(const void *kind);

/* Does the copies of all stages that have ended, but for the last so many of them. */
void simt_finish_stages(const void *kind, unsigned but);

/* Does all copies of the kind. */
void simt_finish_copies(const void *kind);

/* Of the block's threads; for its worker, before a block begins. */
void simt_forget_copies(struct simt_block *block);

#ifdef __cplusplus
}
#endif

#endif
