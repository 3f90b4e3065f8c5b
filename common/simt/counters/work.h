/* The most that one block and one thread have done: by that one sees that few do what many
 * should. Each worker keeps it for the blocks that it runs. C11; private to the counters. */
#ifndef SIMT_WORK_H
#define SIMT_WORK_H

#include <stdint.h>
#include "counters/transactions.h"
#include "grid/grid.h"

/* Blocks that draw numbers, as those of tiles, and the most of what one of them has loaded, and
 * a thread of it has read, for each number: here blocks take turns, and the first draws all
 * that on a device others would. */
struct simt_shares {
    uint64_t blocks, drawn, most_loaded, most_read;
};

struct simt_block_work {
    /* bytes of global memory: by this block, by any so far, and by any of this launch */
    uint64_t loaded, most_loaded, most_of_launch;
    uint64_t counted, most_counted; /* by this block, and by any so far: see counters.h */
    uint64_t drawn, drawn_from; /* numbers by this block, and the address of their counter */
    struct simt_shares dealt;
    unsigned warps;                             /* of this block */
    uint64_t shared_loads[SIMT_MAX_WARPS];      /* requests of each */
    uint64_t busiest_warps;                     /* see counters.h; of the blocks before */
    uint64_t read[SIMT_MAX_THREADS], most_read; /* by each thread of it, and by any before */
};

static inline uint64_t simt_most_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The block loads from global memory. */
static inline void simt_block_work_load(struct simt_block_work *work,
                                        const struct simt_request *request)
{
    work->loaded += (uint64_t)request->lanes * request->size;
    work->most_loaded = simt_most_of(work->most_loaded, work->loaded);
    work->most_of_launch = simt_most_of(work->most_of_launch, work->loaded);
}

/* Lanes of that warp read what the kernel was given. */
static inline void simt_block_work_read(struct simt_block_work *work, unsigned warp,
                                        const struct simt_request *request)
{
    uint64_t *read = &work->read[warp * SIMT_WARP];
    for (unsigned i = 0; i < request->lanes; i++)
        read[request->lane[i]] += request->size;
}

/* An atomic operation: it draws a number if a lane does it alone, and all of the block's are on
 * one word, which is none of the judge's arrays. */
void simt_block_work_draw(struct simt_block_work *work, const struct simt_request *request);

/* The block is over: what it has loaded and read counts among the most. */
void simt_block_work_end_block(struct simt_block_work *work);

/* Forgets what was counted. */
void simt_block_work_forget(struct simt_block_work *work);

#endif
