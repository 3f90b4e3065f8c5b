/* What the checker knows of the block that a worker runs. It lies beside the worker's shared
 * memory, so that a shared address leads to it, as worker->state does. While a launch runs,
 * only the worker changes it. C11. */
#ifndef SIMT_BLOCK_STATE_H
#define SIMT_BLOCK_STATE_H

#include "checker/event.h"
#include "checker/window.h"
#include "grid/grid.h"

struct clock; /* clock.h */

/* A write that may race: it does if it changes what the other thread has written. */
struct doubt {
    struct simt_event event;
    const char *at;
    unsigned size;
    unsigned char old[4];
};

/* A plain read of what others change by atomics: see swaps.h. */
struct racy_read {
    const void *address;
    unsigned long long value;
    unsigned size, code;
};

/* A harmless pair of such a read and a swap: it comes again and again, and is reported once. */
struct told_pair {
    uintptr_t word;
    unsigned read, swap;
};

/* A lock that a lane holds, by its number in locks.c, or 0; and what the lane has fenced since
 * it took it. */
struct simt_held {
    unsigned hold;
    enum simt_lock_fence { SIMT_NO_FENCE, SIMT_BLOCK_FENCE, SIMT_DEVICE_FENCE } fence;
};

/* A volatile write of another block that a lane of `block` has read. */
struct simt_seen_write {
    uintptr_t shadow;
    unsigned key, lane, block;
};
enum { SIMT_SEEN_WRITES = 4 };

/* A plain read of shared memory that nothing has written; the value that a lane has from one;
 * what a copy was made of: see unwritten.h. */
struct simt_origin {
    const void *code;
    uintptr_t from;
    unsigned short lane, size;
};
struct simt_unwritten {
    struct simt_origin origin;
    uintptr_t from;
    unsigned size;            /* 0: none */
    bool is_copied, has_read; /* something else since then */
    unsigned char bytes[16];
};
struct simt_copied {
    uintptr_t at;
    struct simt_origin origin;
};
enum { SIMT_COPIED = 512 };

/* The last exchange of what nothing has written: by which lane of which block. */
struct simt_exchanged {
    uintptr_t at;
    const void *code;
    unsigned lane, block; /* the latter by its first key */
};

struct block_state {
    unsigned base;  /* the running interval; as a cell's key: many warps have read it */
    unsigned first; /* key of the block */
    unsigned block; /* its number in the launch */
    unsigned
        host_flags; /* of flags of the host's, what is before this one is known: unordered.c */
    unsigned key[SIMT_MAX_THREADS];
    struct {
        unsigned floor;                       /* older keys are ordered for the whole warp */
        unsigned clock[SIMT_WARP][SIMT_WARP]; /* lane i's vector clock: [i][j] is of lane j */
    } warp[SIMT_MAX_WARPS];

    /* fences: the vector clocks that order.c keeps */
    const struct clock *acquired[SIMT_MAX_THREADS], *released[SIMT_MAX_THREADS];
    const struct clock *block_acquired, *block_released;
    const struct clock *glimpsed[SIMT_MAX_THREADS]; /* acquired by volatile, and no fence yet */
    bool glimpsed_far[SIMT_MAX_THREADS];            /* of what other blocks have released */
    const struct clock *released_in_block[SIMT_MAX_THREADS]; /* by fences of the block */
    const struct clock *hinted[SIMT_MAX_THREADS], *block_hinted;
    struct simt_held held[SIMT_MAX_THREADS];
    unsigned met; /* dates below this were published before the last barrier */
    /* The lane has written something since its last fence; that fence had something to release,
     * and the lane has not published it yet. */
    bool dirty[SIMT_MAX_THREADS], armed[SIMT_MAX_THREADS], block_dirty;
    bool publishes; /* the block has written to global memory by volatile */
    uintptr_t looked_at[SIMT_MAX_THREADS]; /* by a volatile read that is not yet done */
    struct simt_seen_write seen[SIMT_MAX_THREADS][SIMT_SEEN_WRITES]; /* by its word */
    bool fenced; /* some lane has one of the first two */

    unsigned free_entry, fresh_entry, last_entry; /* of lists */
    uintptr_t last_write; /* which may still be under way; those before it have been done, also
                             where a processor orders nothing by itself */

    struct racy_read racy_read[SIMT_MAX_THREADS]; /* the lane's last one */
    bool reads_racily;                            /* some lane has one */
    struct told_pair told_pair[4];                /* by its word */

    struct simt_own_variable *own[SIMT_MAX_THREADS]; /* the lane's last one: see own.h */
    bool has_own;

    struct doubt doubt[4]; /* of the access that the worker is about to make */
    unsigned doubts;

    unsigned copies; /* how many lanes have an unwritten value */
    struct simt_unwritten unwritten[SIMT_MAX_THREADS];
    uintptr_t copy_to; /* what a lane is about to store such a value to, or 0 */
    unsigned copy_by;
    bool has_copied;
    struct simt_copied copied[SIMT_COPIED]; /* by its word */

    struct simt_exchanged exchanged;
    uintptr_t statics, statics_end, dynamic, dynamic_end; /* shared memory */
    const void *kernel; /* whose static shared memory may be touched */
    unsigned short turns[SIMT_MAX_THREADS];
};

/* Returns the state of the worker whose shared memory this is. */
static inline struct block_state *simt_block_state_at(uintptr_t shadow)
{
    return (struct block_state *)((shadow & ~(SIMT_WORKER_BYTES - 1)) + SIMT_STATE_AT);
}

#endif
