/* In which order what may run at once does run, and which blocks: the only list of schedules,
 * from the judge's request down to the queues of streams. C11 and C++; a page.
 *
 * Each is what a device may do. The checker has FORWARD to LOCKSTEP. The fast build, in which
 * nobody watches, has AS_FAST_AS_POSSIBLE, REVERSE and, where a grid has very many blocks,
 * SOME_BLOCKS and FEW_BLOCKS; ONE_BLOCK is of no device, since kernels learn of other grids
 * than the host has asked for. */
#ifndef SIMT_SCHEDULE_H
#define SIMT_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum schedule {
    AS_FAST_AS_POSSIBLE, /* lanes take turns by their numbers; the checker runs FORWARD */
    FORWARD,             /* the same; the work of streams is done as late as may be */
    REVERSE,             /* the last lane first, the last block first; of late work the last */
    RANDOM,      /* lanes shuffled anew for each block; with fences many blocks take turns; the
                    work of streams, and copies that lanes wait for later, are done at once */
    LOCKSTEP,    /* all lanes together, one access each; late work */
    SOME_BLOCKS, /* the last lane first; the blocks at both ends and some in between: can so
                    large a grid be launched, and where do its blocks write? */
    FEW_BLOCKS,  /* the first block and the last two, so that a grid may have as many as it
                    likes; the last one may have a single element, whose number is a power of
                    two, which a float holds */
    ONE_BLOCK,   /* of each grid, as if the launch had asked for no more: its threads have long
                    shares */
    SCHEDULES
};

/* A grid of so few blocks runs whole in FEW_BLOCKS. */
enum { SIMT_FEW = 16 };

/* Set between launches, by simt_set_schedule() of checker/checked.h. The seed is for RANDOM. */
extern enum schedule simt_schedule;
extern unsigned long long simt_random_order;

/* The name of one that the checker has, or NULL. */
static inline const char *schedule_name(enum schedule schedule)
{
    return schedule == FORWARD    ? "forward"
           : schedule == REVERSE  ? "reverse"
           : schedule == RANDOM   ? "random"
           : schedule == LOCKSTEP ? "lockstep"
                                  : NULL;
}

/* Whether a copy that a lane asks for, and waits for later, is done when it asks. */
static inline bool copies_at_once(enum schedule schedule)
{
    return schedule == RANDOM;
}

static inline bool runs_lanes_backwards(enum schedule schedule)
{
    return schedule == REVERSE || schedule == SOME_BLOCKS;
}

#ifdef __cplusplus
}
#endif

#endif
