/* Accesses of the host and of streams that nothing orders: a result that is read before anybody
 * has waited for it, a buffer that is used again too early, two streams without an event. C11.
 *
 * What happens to a word while work is open (cuda/queue.h) is noted, by host code, kernels and
 * copies; each asks whether it is after what is noted there. While no work is open, all is in
 * order, and nothing is noted. In a launch, nothing is either as long as nobody else could
 * touch the same memory meanwhile: then `simt_is_noting` is false, and costs a test. */
#ifndef SIMT_UNORDERED_H
#define SIMT_UNORDERED_H

#include <stddef.h>
#include "counters/access.h"

struct lane;

/* True while a launch runs whose accesses to global memory are noted. */
extern bool simt_is_noting;

/* Counts the locks that this thread of the host holds, in a program with a main(): whoever
 * holds one does not race with whoever does. */
void simt_host_locks(int more);

/* To be called around each launch, which is then the running job of cuda/queue.h. The first
 * returns true if the launch is noted; then it runs on one worker. */
bool simt_begin_noting(const char *file, int line);
void simt_end_noting(void);

/* To be called when a lane touches global memory, or host memory that kernels may use. */
void simt_lane_touches(const struct lane *lane, const void *address, unsigned size,
                       enum simt_access kind, const void *code);

/* The same for a copy, a memset or a free, see observer.h. */
void simt_work_touches(const void *address, size_t pitch, size_t width, size_t height,
                       bool written);

/* The same for host code. If `code` is NULL it is the caller of the student's function. */
void simt_host_touches(const void *address, size_t size, enum simt_access kind,
                       const void *code);

/* Whether it is managed or pinned memory, which host and device have in common. */
bool simt_is_visible(const void *pointer);

/* To be called when host code is about to read a word in a way that may wait for it: all work
 * then makes progress. */
void simt_host_polls(const void *address);

#endif
