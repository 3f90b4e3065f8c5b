/* What a kernel costs, counted as Nsight Compute counts it on a device: C11, for the student
 * program and for tools.
 *
 * A *request* is one memory instruction of one warp: all lanes that execute it together. Lanes
 * go together as on a device: those that are behind in the program catch up first, so that the
 * two sides of a branch, and loops of different lengths, join again behind them.
 *
 * - sector      32 bytes of global memory, aligned. A request moves each sector that it touches
 *               once, whoever asked for it.
 * - wavefront   one pass over the 32 banks of shared memory; word w (4 bytes) is in bank
 *               w mod 32. Lanes of up to 4 bytes go together, of 8 bytes in two phases of 16
 *               lanes, of 16 bytes in four of 8. Two phases go as one (the halves of a warp at
 *               8 bytes, of a half at 16) if all lanes i and i ^ 1, or all i and i ^ 2, want
 *               the same or one of them wants nothing. A phase takes as many wavefronts as the
 *               bank with the most different words in it; the same word twice costs nothing.
 * - conflict    a wavefront more than there are phases with a lane in them
 * - divergent   the lanes of a warp were together, and this branch took them apart; also
 *   branch      where nvcc would rather let lanes sit out a few instructions
 *
 * The same numbers in Nsight Compute, as far as it has them:
 *
 *   global_load.requests     l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
 *   global_load.sectors      l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
 *   shared_load.wavefronts   l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
 *   shared_load.conflicts    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
 *
 * and so for stores, with op_st; grader/selftest/counters compares both. Accesses to local
 * memory are not counted, nor is arithmetic; of constant memory only those in which lanes go
 * apart. The numbers do not depend on the schedule.
 */
#ifndef SIMT_COUNTERS_H
#define SIMT_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Loads or stores of global memory. */
struct simt_global_traffic {
    uint64_t requests;
    uint64_t lanes;   /* of all requests: accesses as the source has them */
    uint64_t bytes;   /* that the lanes asked for; a quarter of it is words */
    uint64_t sectors; /* that were moved */
    uint64_t company; /* sum over requests of the square of their lanes */
};

/* Loads or stores of shared memory. */
struct simt_shared_traffic {
    uint64_t requests;
    uint64_t lanes;
    uint64_t bytes;
    uint64_t wavefronts;
    uint64_t conflicts;
};

/* Atomic operations, which are neither loads nor stores here. */
struct simt_atomic_traffic {
    uint64_t requests;
    uint64_t lanes;             /* operations as the source has them */
    uint64_t passes;            /* sum over requests of how many lanes hit the same address */
    uint64_t same_address_most; /* the largest of these, at most 32 */
};

/* Blocks whose first thread reads clock64(), and when: only that thread is looked at. */
struct simt_timed_blocks {
    uint64_t blocks;
    uint64_t once;        /* it has read it once */
    uint64_t begun_late;  /* it has loaded from global memory before its first reading */
    uint64_t ended_early; /* it loads, or stores words of 4 bytes, behind its last */
    uint64_t idle;        /* it loads nothing between two readings */
};

/* Copies between the host's memory and the device's, as the host has asked for them. */
struct simt_copy_traffic {
    uint64_t bytes;
    uint64_t unpinned; /* of these, from or to memory that is not pinned */
    uint64_t beside;   /* while which some kernel may run: nothing orders the two */
    uint64_t largest;  /* of one copy */
};

struct simt_counters {
    uint64_t launches, blocks, warps, threads;
    struct simt_global_traffic global_load, global_store;
    struct simt_shared_traffic shared_load, shared_store;
    struct simt_atomic_traffic global_atomic, shared_atomic;
    uint64_t barriers;           /* that a block has passed */
    uint64_t divergent_branches; /* a warp's lanes were together, and then no longer */
    uint64_t busiest_block;      /* bytes of global memory: most that one block has loaded */
    uint64_t busiest_loads;      /* the sum over launches of the most that one block of each has
                                    loaded: what is loaded one after the other */
    uint64_t busiest_thread;     /* bytes of global and constant memory: most that one thread of
                                    one launch has read, atomically or not */
    uint64_t busiest_warps;      /* requests of shared loads: of each block of four warps and
                                    more those of the warp with the most, added up */
    uint64_t busiest_counts;     /* atomic operations and stores to shared memory, by lanes:
                                    most that one block has made */
    uint64_t drawn; /* numbers, by blocks that take one piece of the work after the other:
                       atomic operations that one lane does alone on a word of its own */
    uint64_t constants_apart; /* loads of constant memory by lanes that want different words */
    struct simt_timed_blocks timed;
    struct simt_copy_traffic copied;
};

/* What a source line did. Launches, blocks, warps, threads, the busiest, drawn, timed and
 * copied are 0. */
struct simt_line_counters {
    char file[60]; /* without its folder */
    int line;
    struct simt_counters counters;
};

/* Launches from now on are counted, or not; at first they are not. Only the checked build
 * counts; in others all numbers stay 0. */
void simt_count(bool on);

/* Forgets what was counted. */
void simt_counters_reset(void);

/* The sum over all launches since the last reset. */
void simt_counters_total(struct simt_counters *total);

/* The lines that did anything, by file and line; returns how many there are, of which the first
 * `most` are stored. Asks addr2line, so it takes some milliseconds. */
unsigned simt_counters_lines(struct simt_line_counters *lines, unsigned most);

/* The numbers of struct simt_counters by their names, "global_load.sectors" and so on; the list
 * ends with a name that is NULL. */
struct simt_counter {
    const char *name;
    size_t offset;
};
extern const struct simt_counter simt_counter_names[];

#ifdef __cplusplus
}
#endif

#endif
