/* Vector clocks over all lanes of a launch: how far each of them is ordered before somebody.
 * C11.
 *
 * A clock is a tree by the number of the block, whose parts are never changed and shared by
 * many clocks; NULL is the clock that covers nothing. All of them last until the launch ends.
 * Programs that need clocks have one worker: nothing here happens at the same time as anything
 * else. */
#ifndef SIMT_CLOCK_H
#define SIMT_CLOCK_H

#include <stdbool.h>

/* What a clock covers of one block: all intervals before `bound`, and for some lanes all
 * accesses up to a key, and one atomic access. */
struct leaf {
    unsigned bound, count;
    struct of_lane {
        unsigned lane, key, atomic;
    } lane[];
};

struct clock;

static inline unsigned simt_later(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* Make an empty leaf with room for so many lanes; add to the entry of a lane. A leaf that is
 * part of a clock must not be changed. */
struct leaf *simt_new_leaf(unsigned bound, unsigned capacity);
void simt_put_lane(struct leaf *leaf, struct of_lane entry);

/* Return the clock that covers what the leaf says of that block; the clock that covers what
 * either of two covers. */
const struct clock *simt_clock_of_leaf(const struct leaf *leaf, unsigned block);
const struct clock *simt_join_clocks(const struct clock *a, const struct clock *b);

/* Returns what the clock covers of that block alone. */
const struct clock *simt_clock_of_block(const struct clock *clock, unsigned block);

/* Whether the clock covers the access that lane `number` of the block dated `key`, in that
 * interval. */
bool simt_clock_covers(const struct clock *clock, unsigned block, unsigned key,
                       unsigned interval, unsigned number);

/* To be called when the launch has ended. */
void simt_forget_clocks(void);

#endif
