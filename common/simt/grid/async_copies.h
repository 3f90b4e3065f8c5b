/* Copies that a kernel asks for and waits for later: memcpy_async, pipelines. C11 and C++.
 *
 * A copy is done as late as CUDA allows, when the thread that asked for it waits. So a thread
 * that reads before reads what was there. A copy that its thread never waits for is never done.
 * In another schedule it is done at once, so that it meets those who still need what was there,
 * and whoever asks for what is none of an array is told, though nobody waits for it.
 */
#ifndef SIMT_ASYNC_COPIES_H
#define SIMT_ASYNC_COPIES_H

#include <stddef.h>
#include "grid/thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Asks for a copy of a kind, by the running thread. The kind is the address of what waits (a
 * barrier, a pipeline), or NULL. `zeros` bytes behind the copied ones are set to 0. Reports
 * name the caller's line. */
void simt_copy_later(const void *kind, void *to, const void *from, size_t bytes, size_t zeros);

/* Copies asked for from now on belong to the next stage. */
void simt_end_stage(const void *kind);

/* Does the copies of all stages that have ended, without the last `but` of them. */
void simt_finish_stages(const void *kind, unsigned but);

/* Does all copies of the kind. */
void simt_finish_copies(const void *kind);

/* Forgets the copies of the block's threads. Called by its worker, before a block begins. */
void simt_forget_copies(struct simt_block *block);

#ifdef __cplusplus
}
#endif

#endif
