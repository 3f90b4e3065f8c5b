/* Vector clocks: see clock.h. */
#include <stdlib.h>
#include <string.h>
#include "checker/clock.h"
#include "cuda/records.h"
#include "grid/grid.h"

enum { FANOUT = 16, CHUNK_BYTES = (1 << 16) - 64 };

struct clock {
    const void *child[FANOUT]; /* leaves at the last level */
};

/* --- memory: all of a launch is freed together -------------------------------------------- */

static struct chunk {
    struct chunk *next;
    size_t used;
    _Alignas(16) char bytes[CHUNK_BYTES];
} *chunks;

static size_t whole_units(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static void *take(size_t bytes)
{
    bytes = whole_units(bytes);
    if (!chunks || chunks->used + bytes > sizeof chunks->bytes) {
        struct chunk *chunk = simt_new_record(sizeof *chunk);
        if (!chunk)
            abort();
        chunk->next = chunks;
        chunk->used = 0;
        chunks = chunk;
    }
    void *memory = chunks->bytes + chunks->used;
    chunks->used += bytes;
    return memory;
}

/* What was taken last. */
static void give_back_last(size_t bytes)
{
    chunks->used -= whole_units(bytes);
}

/* --- leaves ------------------------------------------------------------------------------- */

void simt_put_lane(struct leaf *leaf, struct of_lane b)
{
    unsigned i = 0;
    if (simt_later(b.key, b.atomic) < leaf->bound)
        return;
    while (i < leaf->count && leaf->lane[i].lane != b.lane)
        i++;
    if (i == leaf->count)
        leaf->lane[leaf->count++] = (struct of_lane){.lane = b.lane};
    leaf->lane[i].key = simt_later(leaf->lane[i].key, b.key);
    leaf->lane[i].atomic = simt_later(leaf->lane[i].atomic, b.atomic);
}

static size_t bytes_of_leaf(unsigned capacity)
{
    return sizeof(struct leaf) + capacity * sizeof(struct of_lane);
}

struct leaf *simt_new_leaf(unsigned bound, unsigned capacity)
{
    struct leaf *leaf = take(bytes_of_leaf(capacity));
    leaf->bound = bound;
    leaf->count = 0;
    return leaf;
}

static bool equals(const struct leaf *a, const struct leaf *b)
{
    return a->bound == b->bound && a->count == b->count &&
           !memcmp(a->lane, b->lane, a->count * sizeof a->lane[0]);
}

/* One of the two, if it says all that the other does: most do, where blocks wait for each
 * other. */
static const struct leaf *join_leaves(const struct leaf *a, const struct leaf *b)
{
    const unsigned capacity = a->count + b->count;
    struct leaf *leaf = simt_new_leaf(simt_later(a->bound, b->bound), capacity);
    for (unsigned i = 0; i < a->count; i++)
        simt_put_lane(leaf, a->lane[i]);
    for (unsigned i = 0; i < b->count; i++)
        simt_put_lane(leaf, b->lane[i]);
    const struct leaf *same = equals(leaf, a) ? a : equals(leaf, b) ? b : NULL;
    if (same)
        give_back_last(bytes_of_leaf(capacity));
    return same ? same : leaf;
}

/* --- trees -------------------------------------------------------------------------------- */

/* So that the launch's blocks fit: the number at the root's children has this many bits to go.
 */
static unsigned top_shift(void)
{
    unsigned shift = 0;
    for (unsigned long long blocks = simt_pool.blocks; blocks > FANOUT;
         blocks = (blocks + 15) / 16)
        shift += 4;
    return shift;
}

static const void *join_at(const void *a, const void *b, unsigned shift);

static const void *join_nodes(const struct clock *a, const struct clock *b, unsigned shift)
{
    struct clock joined;
    bool same_a = true, same_b = true;
    for (int i = 0; i < FANOUT; i++) {
        joined.child[i] = shift ? join_at(a->child[i], b->child[i], shift - 4)
                          : !a->child[i] || a->child[i] == b->child[i] ? b->child[i]
                          : !b->child[i]                               ? a->child[i]
                                         : join_leaves(a->child[i], b->child[i]);
        same_a = same_a && joined.child[i] == a->child[i];
        same_b = same_b && joined.child[i] == b->child[i];
    }
    return same_a ? a : same_b ? b : memcpy(take(sizeof joined), &joined, sizeof joined);
}

static const void *join_at(const void *a, const void *b, unsigned shift)
{
    if (!a || a == b)
        return b;
    return b ? join_nodes(a, b, shift) : a;
}

const struct clock *simt_join_clocks(const struct clock *a, const struct clock *b)
{
    return join_at(a, b, top_shift());
}

static const struct leaf *leaf_of(const struct clock *tree, unsigned block)
{
    const void *at = tree;
    for (unsigned shift = top_shift(); at; shift -= 4) {
        at = ((const struct clock *)at)->child[block >> shift & (FANOUT - 1)];
        if (shift == 0)
            return at;
    }
    return NULL;
}

const struct clock *simt_clock_of_leaf(const struct leaf *leaf, unsigned block)
{
    const void *at = leaf;
    unsigned top = top_shift();
    for (unsigned shift = 0; shift <= top; shift += 4) {
        struct clock *node = take(sizeof *node);
        memset(node, 0, sizeof *node);
        node->child[block >> shift & (FANOUT - 1)] = at;
        at = node;
    }
    return at;
}

bool simt_clock_covers(const struct clock *tree, unsigned block, unsigned key,
                       unsigned interval, unsigned number)
{
    const struct leaf *leaf = leaf_of(tree, block);
    if (!leaf)
        return false;
    if (interval < leaf->bound)
        return true;
    for (unsigned i = 0; i < leaf->count; i++)
        if (leaf->lane[i].lane == number)
            return (key & ~1u) <= leaf->lane[i].key || key == leaf->lane[i].atomic;
    return false;
}

const struct clock *simt_clock_of_block(const struct clock *tree, unsigned block)
{
    const struct leaf *leaf = leaf_of(tree, block);
    return leaf ? simt_clock_of_leaf(leaf, block) : NULL;
}

void simt_forget_clocks(void)
{
    while (chunks) {
        struct chunk *next = chunks->next;
        simt_free_record(chunks);
        chunks = next;
    }
}
