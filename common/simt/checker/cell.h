/* A race cell: the accesses to a word that a later one could conflict with, and the steps from
 * one state to the next. The fast path (fast_path.h) and the slow path (race.c) both take these
 * steps and no others. C11.
 *
 * A cell is in one of three modes. Nearly all are
 *
 *   plain   the last write, and since then one set: the reads, or the atomics, of
 *             - lanes of one warp in one epoch            key = theirs
 *               with two of them in the detail: who is to be after all is not both
 *             - several warps in one interval of a block  key = the interval's
 *             - several blocks of the launch              key = the launch's
 *           the last two with two examples in the detail: whoever comes later and has to be
 *           after all of them is of another warp, or another block, than one of the two
 *   bytes   each byte by itself: one thread, its last access (bytes.c)
 *   list    whatever else there may be: each access that is not implied by a later one (list.c)
 *           lanes = where they begin, flags = the head of those in crowds
 *
 * With fences in the program, more threads may be ordered than barriers order: then sets of
 * several warps are lists. And where lanes of a warp may part, by fences or in groups, some of
 * a set may be ordered and others not: then all of a set have read in one line.
 *
 * A step writes to the cell that it is given, and to the detail: the caller must own both,
 * since it is the only worker, the word is shared memory of its block, or it has taken the cell
 * (race.c). */
#ifndef SIMT_CELL_H
#define SIMT_CELL_H

#include "checker/epochs.h"
#include "checker/window.h"
#include "grid/grid.h"

/* What is looked at on each access to a word. Key and lanes are exchanged together, which clang
 * leaves to a library that need not be here, unless it knows them to be aligned. */
struct cell {
    _Alignas(8) unsigned key; /* of the reads, or the atomics, since the last write */
    unsigned lanes;           /* which lanes of the warp */
    unsigned writer;          /* key of the last write, and SIMT_LONE */
    unsigned flags;           /* its lane, in the lowest bits */
};

/* The word has been read by one lane of a warp, and the next one is to be noted in the detail:
 * it takes a slower path, since no key is that high. */
#define SIMT_LONE (1u << 31)

/* What a report needs besides. */
struct detail {
    unsigned writer_code, code[2];
    unsigned key[2];
    unsigned short lane[2];
};
_Static_assert(sizeof(struct cell) == SIMT_CELL_BYTES &&
                   sizeof(struct detail) == SIMT_DETAIL_BYTES,
               "shadow of a word");

static inline struct cell *simt_cell(uintptr_t shadow)
{
    return (struct cell *)(shadow / 4 * SIMT_CELL_BYTES);
}

static inline struct detail *simt_detail(uintptr_t shadow)
{
    return (struct detail *)(shadow / 4 * SIMT_DETAIL_BYTES);
}

enum { SIMT_CELL_LANE = 1023 }; /* in a cell's flags */

/* --- the state: of a plain cell that is not older than the launch ------------------------- */

static inline bool simt_is_many_blocks(const struct cell *cell)
{
    return (cell->key & ~1u) == simt_launch_state.first;
}

static inline bool simt_is_many_warps(const struct cell *cell)
{
    return (cell->key & ~1u) == simt_epoch_of(cell->key)->interval;
}

static inline bool simt_is_one(unsigned lanes)
{
    return (lanes & (lanes - 1)) == 0;
}

/* --- the steps ---------------------------------------------------------------------------- */

/* A lane has written the word: nothing older matters any more. */
static inline void simt_cell_write(struct cell *cell, struct detail *detail, unsigned key,
                                   unsigned me, unsigned code)
{
    *cell = (struct cell){.writer = key, .flags = me};
    detail->writer_code = code;
}

/* A lane begins a new set; what was in the last one is ordered before it. */
static inline void simt_cell_begin_set(struct cell *cell, struct detail *detail, unsigned key,
                                       unsigned me, unsigned code)
{
    cell->key = key;
    cell->lanes = 1u << me % SIMT_WARP;
    detail->code[0] = code;
    detail->lane[0] = (unsigned short)me;
}

/* A lane is the second of its warp in the set: the other example of it. */
static inline void simt_cell_add_second(struct cell *cell, struct detail *detail, unsigned me,
                                        unsigned code)
{
    cell->lanes |= 1u << me % SIMT_WARP;
    detail->code[1] = code;
    detail->lane[1] = (unsigned short)me;
}

/* A lane of another warp, or block, joins: the set becomes that of many, whose key is `many`,
 * an interval's or the launch's. `first` is the key of the first example. */
static inline void simt_cell_widen(struct cell *cell, struct detail *detail, unsigned first,
                                   unsigned key, unsigned me, unsigned code, unsigned many)
{
    detail->key[0] = first;
    detail->key[1] = key;
    detail->lane[1] = (unsigned short)me;
    detail->code[1] = code;
    cell->key = many;
    cell->lanes = 0;
}

#endif
