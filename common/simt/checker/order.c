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
 * hearsay, how far their thread has come, fences or not. Who has hinted so of a later access,
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
#include "checker/block_state.h"
#include "checker/epochs.h"
#include "checker/findings.h"
#include "checker/order.h"
#include "checker/pairs.h"
#include "grid/grid.h"

enum { FANOUT = 16 };

/* Of one block: all intervals before `bound`, and of some lanes all up to a key, and one key.
 */
struct leaf {
    unsigned bound, count;
    struct of_lane {
        unsigned lane, key, atomic;
    } lane[];
};

struct clock {
    const void *child[FANOUT]; /* leaves at the last level */
};

/* --- memory: all of a launch is freed together -------------------------------------------- */

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

/* --- leaves ------------------------------------------------------------------------------- */

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
    struct clock *node = take(sizeof *node);
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

static const struct clock *join(const struct clock *a, const struct clock *b)
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

static const struct clock *tree_of(const struct leaf *leaf, unsigned block)
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

static bool knows(const struct clock *tree, unsigned block, unsigned key, unsigned interval,
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

bool simt_has_acquired(const struct block_state *state, unsigned me, unsigned key,
                       unsigned number)
{
    const struct simt_epoch *epoch = simt_epoch_of(key);
    return knows(state->acquired[me], epoch->block, key, epoch->interval, number) ||
           knows(state->block_acquired, epoch->block, key, epoch->interval, number);
}

/* --- addresses: what has been handed on there --------------------------------------------- */

static struct place {
    uintptr_t shadow;
    const struct clock *tree, *own; /* the latter for threads of one block */
    unsigned own_block;

    /* hearsay: of the last volatile write, and of atomics since then */
    struct write {
        unsigned date, bound, key, block, lane; /* date: 0 if there is none */
        const void *code;
    } last;
    const struct clock *hinted;
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

/* --- hearsay: dates of volatile writes and atomics, which are even ------------------------ */

static unsigned last_date;

static const struct clock *heard_of(unsigned block, unsigned bound, unsigned lane,
                                    unsigned date)
{
    struct leaf *leaf = new_leaf(bound, 1);
    put_lane(leaf, (struct of_lane){lane, date, 0});
    return tree_of(leaf, block);
}

static bool has_heard(const struct block_state *state, unsigned me, const struct write *write,
                      unsigned date)
{
    return knows(state->hinted[me], write->block, date, date, write->lane) ||
           knows(state->block_hinted, write->block, date, date, write->lane);
}

/* All that its thread did before the last access to this place. */
static void hear(struct block_state *state, unsigned me, const struct place *place)
{
    const struct clock *tree = place->hinted;
    const struct write *last = &place->last;
    if (last->date && last->block != state->block &&
        !has_heard(state, me, last, last->date - 2))
        tree = join(tree, heard_of(last->block, last->bound, last->lane, last->date - 2));
    if (!tree)
        return;
    state->hinted[me] = join(state->hinted[me], tree);
    state->fenced = true;
}

static void tell(struct block_state *state, unsigned me, uintptr_t shadow,
                 enum simt_access kind, const void *code)
{
    unsigned date = last_date += 2;
    bool armed = state->armed[me];
    state->armed[me] = false;
    if (kind == SIMT_VOLATILE_WRITE) {
        struct place *place = find_or_add(shadow);
        place->hinted = NULL;
        place->last = (struct write){date, state->met, state->key[me], state->block, me, code};
        place->is_flag |= armed;
        state->dirty[me] |= !armed;
        state->publishes = true;
    } else if (state->publishes) {
        struct place *place = find_or_add(shadow);
        place->hinted = join(place->hinted, heard_of(state->block, state->met, me, date - 2));
    }
}

/* The lane reads by volatile what another block has written so. */
static void look_for_fence(const struct block_state *state, unsigned me, uintptr_t shadow,
                           struct simt_event *event)
{
    struct place *place = place_at(shadow);
    const struct write *last = place ? &place->last : NULL;
    if (!last || !last->date || last->block == state->block || place->is_flag ||
        simt_is_before(state, me, last->key, last->lane))
        return;
    if (!has_heard(state, me, last, last->date)) {
        place->is_flag = true;
        return;
    }
    event->side[0] =
        (struct simt_side){last->code, SIMT_VOLATILE_WRITE, last->lane, last->block};
    simt_report(event);
}

/* --- lanes -------------------------------------------------------------------------------- */

static void take_up(struct block_state *state, unsigned me, uintptr_t shadow)
{
    const struct place *place = place_at(shadow);
    if (!place)
        return;
    hear(state, me, place);
    bool own = place->own && place->own_block == state->block;
    const struct clock *tree = own ? join(place->tree, place->own) : place->tree;
    if (!tree)
        return;
    state->acquired[me] = join(state->acquired[me], tree);
    state->fenced = true;
}

/* All that the lane has done and knows of its own block. */
static const struct clock *own_block(const struct block_state *state, unsigned me)
{
    unsigned warp = me / SIMT_WARP;
    struct leaf *leaf = new_leaf(state->base, SIMT_WARP);
    for (unsigned i = 0; i < SIMT_WARP; i++) {
        unsigned key = state->warp[warp].clock[me % SIMT_WARP][i];
        if (state->warp[warp].floor)
            key = later(key, state->warp[warp].floor - 2);
        put_lane(leaf, (struct of_lane){warp * SIMT_WARP + i, key, 0});
    }
    put_lane(leaf, (struct of_lane){me, state->key[me], 0});
    return tree_of(leaf, state->block);
}

void simt_order_before(struct lane *lane)
{
    struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number;
    uintptr_t shadow = state->looked_at[me];
    state->looked_at[me] = 0;
    if (shadow)
        take_up(state, me, shadow);
}

void simt_order_fence(struct lane *lane, bool in_block)
{
    struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number;
    simt_order_before(lane);
    const struct clock *all = join(state->acquired[me], state->block_acquired);
    all = join(all, own_block(state, me));
    if (in_block) {
        state->released_in_block[me] = all;
    } else {
        state->released[me] = all;
        state->armed[me] = state->dirty[me] || state->block_dirty;
        state->dirty[me] = state->block_dirty = false;
    }
    state->key[me] = simt_new_epochs(state, 1);
    state->fenced = true;
}

/* With them goes the atomic or volatile access itself. */
static const struct clock *with_access(const struct block_state *state, unsigned me,
                                       const struct clock *notes)
{
    struct leaf *leaf = new_leaf(0, 1);
    put_lane(leaf, (struct of_lane){me, 0, state->key[me] | 1});
    return join(notes, tree_of(leaf, state->block));
}

static void hand_on_notes(const struct block_state *state, unsigned me, uintptr_t shadow)
{
    const struct clock *notes = join(state->released[me], state->block_released);
    const struct clock *own = state->released_in_block[me];
    if (notes) {
        struct place *place = find_or_add(shadow);
        place->tree = join(place->tree, with_access(state, me, notes));
    }
    if (own) {
        struct place *place = find_or_add(shadow);
        bool more = place->own_block == state->block;
        place->own = join(more ? place->own : NULL, with_access(state, me, own));
        place->own_block = state->block;
    }
}

void simt_order_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                       enum simt_access kind, const void *code)
{
    struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number;
    bool shared = simt_is_shared(shadow);
    if (kind == SIMT_ATOMIC)
        take_up(state, me, shadow);
    if (kind == SIMT_WRITE) {
        state->dirty[me] |= !shared;
    } else if (kind == SIMT_VOLATILE_READ) {
        struct simt_event event = {
            .kind = "race",
            .side[1] = {code, kind, me, state->block},
            .address = address,
            .word = shadow & ~(uintptr_t)3,
            .size = size,
        };
        if (!shared)
            look_for_fence(state, me, shadow, &event);
        state->looked_at[me] = shadow; /* it reads only now: see simt_order_before() */
    } else {
        hand_on_notes(state, me, shadow);
        if (!shared)
            tell(state, me, shadow, kind, code);
    }
}

/* --- meetings ----------------------------------------------------------------------------- */

static const struct clock *join_lanes(const struct clock *const *trees, unsigned count,
                                      unsigned lanes)
{
    const struct clock *all = NULL;
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
    struct block_state *state = worker->state;
    for (unsigned first = 0; first < worker->threads; first += SIMT_WARP)
        look(worker, first, worker->warp[first / SIMT_WARP].exists);
    state->met = last_date + 2;
    for (unsigned i = 0; i < worker->threads && !state->block_dirty; i++)
        state->block_dirty = state->dirty[i];
    memset(state->dirty, 0, sizeof state->dirty);
    memset(state->released_in_block, 0, sizeof state->released_in_block);
    if (!state->fenced)
        return;
    for (unsigned i = 0; i < worker->threads; i += SIMT_WARP) {
        unsigned lanes = worker->warp[i / SIMT_WARP].exists;
        state->block_acquired =
            join(state->block_acquired, join_lanes(&state->acquired[i], SIMT_WARP, lanes));
        state->block_released =
            join(state->block_released, join_lanes(&state->released[i], SIMT_WARP, lanes));
        state->block_hinted =
            join(state->block_hinted, join_lanes(&state->hinted[i], SIMT_WARP, lanes));
    }
    memset(state->hinted, 0, sizeof state->hinted);
    memset(state->acquired, 0, sizeof state->acquired);
    memset(state->released, 0, sizeof state->released);
    state->fenced = false;
}

void simt_order_warp(struct worker *worker, unsigned warp, unsigned lanes)
{
    struct block_state *state = worker->state;
    unsigned first = warp * SIMT_WARP;
    look(worker, first, lanes);
    if (!state->fenced)
        return;
    const struct clock *acquired = join_lanes(&state->acquired[first], SIMT_WARP, lanes);
    const struct clock *released = join_lanes(&state->released[first], SIMT_WARP, lanes);
    const struct clock *own = join_lanes(&state->released_in_block[first], SIMT_WARP, lanes);
    const struct clock *hinted = join_lanes(&state->hinted[first], SIMT_WARP, lanes);
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1) {
            state->acquired[first + i] = acquired;
            state->released[first + i] = released;
            state->released_in_block[first + i] = own;
            state->hinted[first + i] = hinted;
        }
}

void simt_order_block(struct block_state *state)
{
    state->block_acquired = state->block_released = state->block_hinted = NULL;
    memset(state->acquired, 0, sizeof state->acquired);
    memset(state->released, 0, sizeof state->released);
    memset(state->released_in_block, 0, sizeof state->released_in_block);
    memset(state->hinted, 0, sizeof state->hinted);
    memset(state->dirty, 0, sizeof state->dirty);
    memset(state->armed, 0, sizeof state->armed);
    state->met = last_date + 2;
    state->block_dirty = state->publishes = false;
    memset(state->looked_at, 0, sizeof state->looked_at);
    state->fenced = false;
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
