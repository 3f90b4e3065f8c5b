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

/* True while a launch runs whose accesses to global memory are to be told. */
extern bool simt_is_noting;

/* Around each launch, which is the running job of cuda/queue.h. True if it is to be noted; then
 * it takes one worker. */
bool simt_begin_noting(const char *file, int line);
void simt_end_noting(void);

/* A lane touches global memory, or host memory that kernels may use. */
void simt_lane_touches(const struct lane *lane, const void *address, unsigned size,
                       enum simt_access kind, const void *code);

/* A copy, a memset or a free does, see observer.h. */
void simt_work_touches(const void *address, size_t pitch, size_t width, size_t height,
                       bool written);

/* Host code does. If `code` is NULL it is who has called the student's function. */
/* Whether it is managed or pinned memory, which host and device have in common. */
bool simt_is_visible(const void *pointer);

void simt_host_touches(const void *address, size_t size, enum simt_access kind,
                       const void *code);

/* Host code is about to read a word in a way that may wait for it: all work makes progress. */
void simt_host_polls(const void *address);

#endif
