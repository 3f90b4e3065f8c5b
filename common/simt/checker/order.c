/* Fences: which accesses a lane knows of by way of an atomic or a volatile flag.
 *
 * - a fence        takes note of all that the lane has done and knows
 * - an atomic      hands the notes of the last fence on, at its address, and takes up what
 * others after it       have handed on there; so does a volatile write, and a volatile read
 * - a barrier      and a __syncwarp share both among those who meet
 *
 * What a fence of the block notes is handed on to threads of the same block only.
 *
 * Volatile accesses do not race, so that flags can be made of them; but where data is volatile,
 * too, a fence may be missing between the two. So an atomic and a volatile write also tell, as
 * hearsay, how far their thread has come, fences or not. Who has heard so of a later access,
 * and reads by volatile what was written before it, relies on an order that no fence has made.
 * A word that others have read without such a hint, or that was written right after a fence
 * with something to release, is a flag, for which they may well wait: these are left alone.
 *
 * A fence between the atomic that takes up and what relies on it would be asked for by the
 * letter; programming guides leave it out, and devices do not mind.
 *
 * What is known of the blocks of a launch is a tree by the number of the block, whose parts are
 * never changed and shared by many trees. Programs with fences have one worker: nothing here
 * happens at the same time as anything else. */
#include <stdlib.h>
#include <string.h>
#include "checker/checker.h"

enum { FANOUT = 16 };

/* Of one block: all intervals before `bound`, and of some lanes all up to a key, and one key.
 */
struct leaf {
    unsigned bound, count;
    struct of_lane {
        unsigned lane, key, atomic;
    } lane[];
};

struct known {
    const void *child[FANOUT]; /* leaves at the last level */
};

/* --- memory: all of a launch is freed together ------------------------------------------- */

static struct chunk {
    struct chunk *next;
    size_t used;
    _Alignas(16) char bytes[1 << 20];
} * chunks;

static void *take(size_t bytes)
{
    bytes = (bytes + 15) / 16 * 16;
    if (!chunks || chunks->used + bytes > sizeof chunks->bytes) {
        struct chunk *chunk = malloc(sizeof *chunk);
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

/* --- leaves ------------------------------------------------------------------------------ */

static unsigned later(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* Adds b to the entry of its lane. */
static void put_lane(struct leaf *leaf, struct of_lane b)
{
    unsigned i = 0;
    if (later(b.key, b.atomic) < leaf->bound)
        return;
    while (i < leaf->count && leaf->lane[i].lane != b.lane)
        i++;
    if (i == leaf->count)
        leaf->lane[leaf->count++] = (struct of_lane){.lane = b.lane};
    leaf->lane[i].key = later(leaf->lane[i].key, b.key);
    leaf->lane[i].atomic = later(leaf->lane[i].atomic, b.atomic);
}

static struct leaf *new_leaf(unsigned bound, unsigned capacity)
{
    struct leaf *leaf = take(sizeof *leaf + capacity * sizeof leaf->lane[0]);
    leaf->bound = bound;
    leaf->count = 0;
    return leaf;
}

static const struct leaf *join_leaves(const struct leaf *a, const struct leaf *b)
{
    struct leaf *leaf = new_leaf(later(a->bound, b->bound), a->count + b->count);
    for (unsigned i = 0; i < a->count; i++)
        put_lane(leaf, a->lane[i]);
    for (unsigned i = 0; i < b->count; i++)
        put_lane(leaf, b->lane[i]);
    return leaf;
}

/* --- trees ------------------------------------------------------------------------------- */

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

static const void *join_nodes(const struct known *a, const struct known *b, unsigned shift)
{
    struct known *node = take(sizeof *node);
    bool same_a = true, same_b = true;
    for (int i = 0; i < FANOUT; i++) {
        node->child[i] = shift ? join_at(a->child[i], b->child[i], shift - 4)
                         : !a->child[i] || a->child[i] == b->child[i] ? b->child[i]
                         : !b->child[i]                               ? a->child[i]
                                        : join_leaves(a->child[i], b->child[i]);
        same_a = same_a && node->child[i] == a->child[i];
        same_b = same_b && node->child[i] == b->child[i];
    }
    return same_a ? a : same_b ? b : node;
}

static const void *join_at(const void *a, const void *b, unsigned shift)
{
    if (!a || a == b)
        return b;
    return b ? join_nodes(a, b, shift) : a;
}

static const struct known *join(const struct known *a, const struct known *b)
{
    return join_at(a, b, top_shift());
}

static const struct leaf *leaf_of(const struct known *tree, unsigned block)
{
    const void *at = tree;
    for (unsigned shift = top_shift(); at; shift -= 4) {
        at = ((const struct known *)at)->child[block >> shift & (FANOUT - 1)];
        if (shift == 0)
            return at;
    }
    return NULL;
}

static const struct known *tree_of(const struct leaf *leaf, unsigned block)
{
    const void *at = leaf;
    unsigned top = top_shift();
    for (unsigned shift = 0; shift <= top; shift += 4) {
        struct known *node = take(sizeof *node);
        memset(node, 0, sizeof *node);
        node->child[block >> shift & (FANOUT - 1)] = at;
        at = node;
    }
    return at;
}

static bool knows(const struct known *tree, unsigned block, unsigned key, unsigned interval,
                  unsigned number)
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

bool simt_is_known(const struct watch *watch, unsigned me, unsigned key, unsigned number)
{
    const struct simt_segment *segment = simt_segment_of(key);
    return knows(watch->acquired[me], segment->block, key, segment->interval, number) ||
           knows(watch->block_acquired, segment->block, key, segment->interval, number);
}

/* --- addresses: what has been handed on there -------------------------------------------- */

static struct place {
    uintptr_t shadow;
    const struct known *tree, *own; /* the latter for threads of one block */
    unsigned own_block;

    /* hearsay: of the last volatile write, and of atomics since then */
    struct write {
        unsigned date, bound, key, block, lane; /* date: 0 if there is none */
        const void *code;
    } last;
    const struct known *heard;
    bool is_flag;
} * places;
static unsigned places_used, places_size;

static struct place *find(struct place *table, unsigned size, uintptr_t shadow)
{
    unsigned i = (unsigned)(shadow / 4 * 0x9e3779b9u) & (size - 1);
    while (table[i].shadow && table[i].shadow != shadow)
        i = (i + 1) & (size - 1);
    return &table[i];
}

static void grow_places(void)
{
    unsigned size = places_size ? 2 * places_size : 256;
    struct place *table = calloc(size, sizeof *table);
    if (!table)
        abort();
    for (unsigned i = 0; i < places_size; i++)
        if (places[i].shadow)
            *find(table, size, places[i].shadow) = places[i];
    free(places);
    places = table;
    places_size = size;
}

static struct place *place_at(uintptr_t shadow)
{
    struct place *place = places_size ? find(places, places_size, shadow) : NULL;
    return place && place->shadow ? place : NULL;
}

static struct place *find_or_add(uintptr_t shadow)
{
    if (2 * places_used >= places_size)
        grow_places();
    struct place *place = find(places, places_size, shadow);
    places_used += place->shadow == 0;
    place->shadow = shadow;
    return place;
}

/* --- hearsay: dates of volatile writes and atomics, which are even --------------------------
 */

static unsigned last_date;

static const struct known *heard_of(unsigned block, unsigned bound, unsigned lane,
                                    unsigned date)
{
    struct leaf *leaf = new_leaf(bound, 1);
    put_lane(leaf, (struct of_lane){lane, date, 0});
    return tree_of(leaf, block);
}

static bool has_heard(const struct watch *watch, unsigned me, const struct write *write,
                      unsigned date)
{
    return knows(watch->heard[me], write->block, date, date, write->lane) ||
           knows(watch->block_heard, write->block, date, date, write->lane);
}

/* All that its thread did before the last access to this place. */
static void hear(struct watch *watch, unsigned me, const struct place *place)
{
    const struct known *tree = place->heard;
    const struct write *last = &place->last;
    if (last->date && last->block != watch->block &&
        !has_heard(watch, me, last, last->date - 2))
        tree = join(tree, heard_of(last->block, last->bound, last->lane, last->date - 2));
    if (!tree)
        return;
    watch->heard[me] = join(watch->heard[me], tree);
    watch->fenced = true;
}

static void tell(struct watch *watch, unsigned me, uintptr_t shadow, enum simt_access kind,
                 const void *code)
{
    unsigned date = last_date += 2;
    bool armed = watch->armed[me];
    watch->armed[me] = false;
    if (kind == SIMT_VOLATILE_WRITE) {
        struct place *place = find_or_add(shadow);
        place->heard = NULL;
        place->last = (struct write){date, watch->met, watch->key[me], watch->block, me, code};
        place->is_flag |= armed;
        watch->dirty[me] |= !armed;
        watch->tells = true;
    } else if (watch->tells) {
        struct place *place = find_or_add(shadow);
        place->heard = join(place->heard, heard_of(watch->block, watch->met, me, date - 2));
    }
}

/* The lane reads by volatile what another block has written so. */
static void look_for_fence(const struct watch *watch, unsigned me, uintptr_t shadow,
                           struct simt_event *event)
{
    struct place *place = place_at(shadow);
    const struct write *last = place ? &place->last : NULL;
    if (!last || !last->date || last->block == watch->block || place->is_flag ||
        simt_is_before(watch, me, last->key, last->lane))
        return;
    if (!has_heard(watch, me, last, last->date)) {
        place->is_flag = true;
        return;
    }
    event->side[0] =
        (struct simt_side){last->code, SIMT_VOLATILE_WRITE, last->lane, last->block};
    simt_report(event);
}

/* --- lanes ------------------------------------------------------------------------------- */

static void take_up(struct watch *watch, unsigned me, uintptr_t shadow)
{
    const struct place *place = place_at(shadow);
    if (!place)
        return;
    hear(watch, me, place);
    bool own = place->own && place->own_block == watch->block;
    const struct known *tree = own ? join(place->tree, place->own) : place->tree;
    if (!tree)
        return;
    watch->acquired[me] = join(watch->acquired[me], tree);
    watch->fenced = true;
}

/* All that the lane has done and knows of its own block. */
static const struct known *own_block(const struct watch *watch, unsigned me)
{
    unsigned warp = me / SIMT_WARP;
    struct leaf *leaf = new_leaf(watch->base, SIMT_WARP);
    for (unsigned i = 0; i < SIMT_WARP; i++) {
        unsigned key = watch->warp[warp].clock[me % SIMT_WARP][i];
        if (watch->warp[warp].floor)
            key = later(key, watch->warp[warp].floor - 2);
        put_lane(leaf, (struct of_lane){warp * SIMT_WARP + i, key, 0});
    }
    put_lane(leaf, (struct of_lane){me, watch->key[me], 0});
    return tree_of(leaf, watch->block);
}

void simt_order_before(struct lane *lane)
{
    struct watch *watch = worker_of(lane)->watch;
    unsigned me = lane->seen.number;
    uintptr_t shadow = watch->looked_at[me];
    watch->looked_at[me] = 0;
    if (shadow)
        take_up(watch, me, shadow);
}

void simt_order_fence(struct lane *lane, bool in_block)
{
    struct watch *watch = worker_of(lane)->watch;
    unsigned me = lane->seen.number;
    simt_order_before(lane);
    const struct known *all = join(watch->acquired[me], watch->block_acquired);
    all = join(all, own_block(watch, me));
    if (in_block) {
        watch->released_in_block[me] = all;
    } else {
        watch->released[me] = all;
        watch->armed[me] = watch->dirty[me] || watch->block_dirty;
        watch->dirty[me] = watch->block_dirty = false;
    }
    watch->key[me] = simt_new_segments(watch, 1);
    watch->fenced = true;
}

/* With them goes the atomic or volatile access itself. */
static const struct known *with_access(const struct watch *watch, unsigned me,
                                       const struct known *notes)
{
    struct leaf *leaf = new_leaf(0, 1);
    put_lane(leaf, (struct of_lane){me, 0, watch->key[me] | 1});
    return join(notes, tree_of(leaf, watch->block));
}

static void hand_on_notes(const struct watch *watch, unsigned me, uintptr_t shadow)
{
    const struct known *notes = join(watch->released[me], watch->block_released);
    const struct known *own = watch->released_in_block[me];
    if (notes) {
        struct place *place = find_or_add(shadow);
        place->tree = join(place->tree, with_access(watch, me, notes));
    }
    if (own) {
        struct place *place = find_or_add(shadow);
        bool more = place->own_block == watch->block;
        place->own = join(more ? place->own : NULL, with_access(watch, me, own));
        place->own_block = watch->block;
    }
}

void simt_order_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                       enum simt_access kind, const void *code)
{
    struct watch *watch = worker_of(lane)->watch;
    unsigned me = lane->seen.number;
    bool shared = simt_is_shared(shadow);
    if (kind == SIMT_ATOMIC)
        take_up(watch, me, shadow);
    if (kind == SIMT_WRITE) {
        watch->dirty[me] |= !shared;
    } else if (kind == SIMT_VOLATILE_READ) {
        struct simt_event event = {
            .kind = "race",
            .side[1] = {code, kind, me, watch->block},
            .address = address,
            .word = shadow & ~(uintptr_t)3,
            .size = size,
        };
        if (!shared)
            look_for_fence(watch, me, shadow, &event);
        watch->looked_at[me] = shadow; /* it reads only now: see simt_order_before() */
    } else {
        hand_on_notes(watch, me, shadow);
        if (!shared)
            tell(watch, me, shadow, kind, code);
    }
}

/* --- meetings ---------------------------------------------------------------------------- */

static const struct known *join_lanes(const struct known *const *trees, unsigned count,
                                      unsigned lanes)
{
    const struct known *all = NULL;
    for (unsigned i = 0; i < count; i++)
        if (lanes >> i & 1)
            all = join(all, trees[i]);
    return all;
}

static void look(struct worker *worker, unsigned first, unsigned lanes)
{
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1)
            simt_order_before(&worker->lane[first + i]);
}

void simt_order_barrier(struct worker *worker)
{
    struct watch *watch = worker->watch;
    for (unsigned first = 0; first < worker->threads; first += SIMT_WARP)
        look(worker, first, worker->warp[first / SIMT_WARP].exists);
    watch->met = last_date + 2;
    for (unsigned i = 0; i < worker->threads && !watch->block_dirty; i++)
        watch->block_dirty = watch->dirty[i];
    memset(watch->dirty, 0, sizeof watch->dirty);
    memset(watch->released_in_block, 0, sizeof watch->released_in_block);
    if (!watch->fenced)
        return;
    for (unsigned i = 0; i < worker->threads; i += SIMT_WARP) {
        unsigned lanes = worker->warp[i / SIMT_WARP].exists;
        watch->block_acquired =
            join(watch->block_acquired, join_lanes(&watch->acquired[i], SIMT_WARP, lanes));
        watch->block_released =
            join(watch->block_released, join_lanes(&watch->released[i], SIMT_WARP, lanes));
        watch->block_heard =
            join(watch->block_heard, join_lanes(&watch->heard[i], SIMT_WARP, lanes));
    }
    memset(watch->heard, 0, sizeof watch->heard);
    memset(watch->acquired, 0, sizeof watch->acquired);
    memset(watch->released, 0, sizeof watch->released);
    watch->fenced = false;
}

void simt_order_warp(struct worker *worker, unsigned warp, unsigned lanes)
{
    struct watch *watch = worker->watch;
    unsigned first = warp * SIMT_WARP;
    look(worker, first, lanes);
    if (!watch->fenced)
        return;
    const struct known *acquired = join_lanes(&watch->acquired[first], SIMT_WARP, lanes);
    const struct known *released = join_lanes(&watch->released[first], SIMT_WARP, lanes);
    const struct known *own = join_lanes(&watch->released_in_block[first], SIMT_WARP, lanes);
    const struct known *heard = join_lanes(&watch->heard[first], SIMT_WARP, lanes);
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1) {
            watch->acquired[first + i] = acquired;
            watch->released[first + i] = released;
            watch->released_in_block[first + i] = own;
            watch->heard[first + i] = heard;
        }
}

void simt_order_block(struct watch *watch)
{
    watch->block_acquired = watch->block_released = watch->block_heard = NULL;
    memset(watch->acquired, 0, sizeof watch->acquired);
    memset(watch->released, 0, sizeof watch->released);
    memset(watch->released_in_block, 0, sizeof watch->released_in_block);
    memset(watch->heard, 0, sizeof watch->heard);
    memset(watch->dirty, 0, sizeof watch->dirty);
    memset(watch->armed, 0, sizeof watch->armed);
    watch->met = last_date + 2;
    watch->block_dirty = watch->tells = false;
    memset(watch->looked_at, 0, sizeof watch->looked_at);
    watch->fenced = false;
}

void simt_order_forget(void)
{
    while (chunks) {
        struct chunk *next = chunks->next;
        free(chunks);
        chunks = next;
    }
    if (places_used)
        memset(places, 0, places_size * sizeof *places);
    places_used = last_date = 0;
}
