/* The order that fences make: see order.h.
 *
 * - a fence        takes a copy of the lane's vector clock
 * - an atomic      releases the copies of the last fences, at its address, and acquires what
 *                  others after a fence have released there; a volatile write releases, and a
 *                  volatile read acquires
 * - a barrier      and a __syncwarp join the clocks of those who meet
 *
 * What a fence of the block has copied is released to threads of the same block only.
 *
 * Volatile accesses do not race, so that flags can be made of them; but where data is volatile,
 * too, a fence may be missing between the two. So an atomic and a volatile write also publish,
 * as a hint, how far their thread has come, fences or not. A thread that has such a hint of a
 * later access, and reads by volatile what was written before it, relies on an order that no
 * fence has made. A word that others have read without such a hint, or that was written right
 * after a fence with something to release, is a flag, for which they may well wait: these are
 * left alone.
 *
 * A fence between the atomic that acquires and what relies on it would be asked for by the
 * letter; programming guides leave it out, and devices do not mind. Of a lock it is asked for:
 * see locks.h. Between a volatile read that acquires, and what the same thread relies on before
 * it meets others, it is asked for, too: a plain read may go before a volatile one, and find
 * what the cache of its multiprocessor has kept; a fence of the block, where a thread of the
 * same block has written the flag. */
#include <string.h>
#include "checker/block_state.h"
#include "checker/clock.h"
#include "checker/epochs.h"
#include "checker/findings.h"
#include "checker/locks.h"
#include "checker/order.h"
#include "cuda/records.h"
#include "grid/grid.h"

bool simt_has_acquired(const struct block_state *state, unsigned me, unsigned key,
                       unsigned number)
{
    const struct simt_epoch *epoch = simt_epoch_of(key);
    return (simt_clock_covers(state->acquired[me], epoch->block, key, epoch->interval,
                              number) ||
            simt_clock_covers(state->block_acquired, epoch->block, key, epoch->interval,
                              number)) &&
           !simt_lock_lacks_fence(state, me, key);
}

bool simt_has_glimpsed(const struct block_state *state, unsigned me, unsigned key,
                       unsigned number)
{
    const struct simt_epoch *epoch = simt_epoch_of(key);
    return key >= simt_launch_state.first && state->glimpsed[me] &&
           simt_clock_covers(state->glimpsed[me], epoch->block, key, epoch->interval, number);
}

/* --- addresses: what has been released there ---------------------------------------------- */

static struct place {
    uintptr_t shadow;
    const struct clock *released, *in_block; /* the latter for threads of one block */
    unsigned block, releaser;                /* the latter has released last */

    /* hints: of the last volatile write, and of atomics since then */
    struct write {
        unsigned date, bound, key, block, lane; /* date: 0 if there is none */
        const void *code;
    } last;
    const struct clock *hinted;
    bool is_flag;
} *places;
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
    struct place *table = simt_grow_record(NULL, 0, size * sizeof *table);
    for (unsigned i = 0; i < places_size; i++)
        if (places[i].shadow)
            *find(table, size, places[i].shadow) = places[i];
    simt_free_record(places);
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

/* --- hints: dates of volatile writes and atomics, which are even -------------------------- */

static unsigned last_date;

static const struct clock *clock_at(unsigned block, unsigned bound, unsigned lane,
                                    unsigned date)
{
    struct leaf *leaf = simt_new_leaf(bound, 1);
    simt_put_lane(leaf, (struct of_lane){lane, date, 0});
    return simt_clock_of_leaf(leaf, block);
}

static bool has_hint(const struct block_state *state, unsigned me, const struct write *write,
                     unsigned date)
{
    return simt_clock_covers(state->hinted[me], write->block, date, date, write->lane) ||
           simt_clock_covers(state->block_hinted, write->block, date, date, write->lane);
}

/* Takes for a hint what the last thread at this place had done before its access. */
static void take_hint(struct block_state *state, unsigned me, const struct place *place)
{
    const struct clock *clock = place->hinted;
    const struct write *last = &place->last;
    if (last->date && last->block != state->block && !has_hint(state, me, last, last->date - 2))
        clock = simt_join_clocks(
            clock, clock_at(last->block, last->bound, last->lane, last->date - 2));
    if (!clock)
        return;
    state->hinted[me] = simt_join_clocks(state->hinted[me], clock);
    state->fenced = true;
}

static void publish(struct block_state *state, unsigned me, uintptr_t shadow,
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
        place->hinted =
            simt_join_clocks(place->hinted, clock_at(state->block, state->met, me, date - 2));
    }
}

/* Looks for the fence of a flag: the lane reads through volatile what another block has written
 * so. */
static void look_for_fence(const struct block_state *state, unsigned me, uintptr_t shadow,
                           struct simt_event *event)
{
    struct place *place = place_at(shadow);
    const struct write *last = place ? &place->last : NULL;
    if (!last || !last->date || last->block == state->block || place->is_flag ||
        simt_is_before(state, me, last->key, last->lane) ||
        simt_has_glimpsed(state, me, last->key, last->lane))
        return;
    if (!has_hint(state, me, last, last->date)) {
        place->is_flag = true;
        return;
    }
    event->side[0] = (struct simt_side){.code = last->code,
                                        .kind = SIMT_VOLATILE_WRITE,
                                        .lane = last->lane,
                                        .block = last->block};
    simt_report(event);
}

/* --- lanes -------------------------------------------------------------------------------- */

static struct simt_seen_write *seen_at(const struct block_state *state, unsigned me,
                                       uintptr_t shadow)
{
    return (struct simt_seen_write *)&state->seen[me][shadow / 4 % SIMT_SEEN_WRITES];
}

bool simt_has_seen_write(const struct block_state *state, unsigned me, uintptr_t shadow,
                         unsigned key, unsigned number)
{
    const struct simt_seen_write *seen = seen_at(state, me, shadow);
    return seen->shadow == shadow && seen->key == key && seen->lane == number &&
           seen->block == state->block;
}

static void see_write(struct block_state *state, unsigned me, uintptr_t shadow,
                      const struct write *last)
{
    if (last->date)
        *seen_at(state, me, shadow) =
            (struct simt_seen_write){shadow, last->key, last->lane, state->block};
}

static void acquire(struct block_state *state, unsigned me, uintptr_t shadow, bool by_volatile)
{
    const struct place *place = place_at(shadow);
    if (!place)
        return;
    see_write(state, me, shadow, &place->last);
    take_hint(state, me, place);
    bool own = place->in_block && place->block == state->block;
    const struct clock *clock =
        own ? simt_join_clocks(place->released, place->in_block) : place->released;
    if (!clock)
        return;
    const struct clock **to = by_volatile ? &state->glimpsed[me] : &state->acquired[me];
    *to = simt_join_clocks(*to, clock);
    state->glimpsed_far[me] |= by_volatile && place->releaser != state->block;
    state->fenced = true;
}

/* What it has glimpsed is before all that comes behind a fence or a meeting. */
static void fence_glimpsed(struct block_state *state, unsigned me)
{
    state->acquired[me] = simt_join_clocks(state->acquired[me], state->glimpsed[me]);
    state->glimpsed[me] = NULL;
    state->glimpsed_far[me] = false;
}

/* A fence of the block orders nothing behind the flag of another one. */
static void fence_glimpsed_in_block(struct block_state *state, unsigned me)
{
    if (!state->glimpsed_far[me])
        fence_glimpsed(state, me);
    else
        state->acquired[me] = simt_join_clocks(
            state->acquired[me], simt_clock_of_block(state->glimpsed[me], state->block));
}

/* Returns all that the lane has done, and all that its own block orders before it. */
static const struct clock *clock_of(const struct block_state *state, unsigned me)
{
    unsigned warp = me / SIMT_WARP;
    struct leaf *leaf = simt_new_leaf(state->base, SIMT_WARP);
    for (unsigned i = 0; i < SIMT_WARP; i++) {
        unsigned key = state->warp[warp].clock[me % SIMT_WARP][i];
        if (state->warp[warp].floor)
            key = simt_later(key, state->warp[warp].floor - 2);
        simt_put_lane(leaf, (struct of_lane){warp * SIMT_WARP + i, key, 0});
    }
    simt_put_lane(leaf, (struct of_lane){me, state->key[me], 0});
    return simt_clock_of_leaf(leaf, state->block);
}

void simt_order_before(struct lane *lane)
{
    struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number;
    uintptr_t shadow = state->looked_at[me];
    state->looked_at[me] = 0;
    if (shadow)
        acquire(state, me, shadow, true);
}

void simt_order_fence(struct lane *lane, bool in_block)
{
    struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number;
    simt_order_before(lane);
    (in_block ? fence_glimpsed_in_block : fence_glimpsed)(state, me);
    const struct clock *all = simt_join_clocks(state->acquired[me], state->block_acquired);
    all = simt_join_clocks(all, clock_of(state, me));
    if (in_block) {
        state->released_in_block[me] = all;
    } else {
        state->released[me] = all;
        state->armed[me] = state->dirty[me] || state->block_dirty;
        state->dirty[me] = state->block_dirty = false;
    }
    state->key[me] = simt_new_epochs(state, 1);
    simt_lock_fence(state, me, in_block);
    state->fenced = true;
}

/* What is released covers the atomic or volatile access itself, too. */
static const struct clock *with_access(const struct block_state *state, unsigned me,
                                       const struct clock *released)
{
    struct leaf *leaf = simt_new_leaf(0, 1);
    simt_put_lane(leaf, (struct of_lane){me, 0, state->key[me] | 1});
    return simt_join_clocks(released, simt_clock_of_leaf(leaf, state->block));
}

static void release(const struct block_state *state, unsigned me, uintptr_t shadow)
{
    const struct clock *released = simt_join_clocks(state->released[me], state->block_released);
    const struct clock *own = state->released_in_block[me];
    if (released) {
        struct place *place = find_or_add(shadow);
        place->released = simt_join_clocks(place->released, with_access(state, me, released));
        place->releaser = state->block;
    }
    if (own) {
        struct place *place = find_or_add(shadow);
        bool more = place->block == state->block;
        place->in_block =
            simt_join_clocks(more ? place->in_block : NULL, with_access(state, me, own));
        place->block = place->releaser = state->block;
    }
}

void simt_order_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                       enum simt_access kind, const void *code)
{
    struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number;
    bool shared = simt_is_shared(shadow);
    if (kind == SIMT_ATOMIC)
        acquire(state, me, shadow, false);
    if (kind == SIMT_WRITE) {
        state->dirty[me] |= !shared;
    } else if (kind == SIMT_VOLATILE_READ) {
        struct simt_event event = {
            .kind = FOUND_RACE,
            .side[1] = {code, kind, me, state->block},
            .address = address,
            .word = shadow & ~(uintptr_t)3,
            .size = size,
        };
        if (!shared)
            look_for_fence(state, me, shadow, &event);
        state->looked_at[me] = shadow; /* it reads only now: see simt_order_before() */
    } else {
        release(state, me, shadow);
        if (!shared)
            publish(state, me, shadow, kind, code);
    }
}

/* --- meetings ----------------------------------------------------------------------------- */

static const struct clock *join_lanes(const struct clock *const *clocks, unsigned count,
                                      unsigned lanes)
{
    const struct clock *all = NULL;
    for (unsigned i = 0; i < count; i++)
        if (lanes >> i & 1)
            all = simt_join_clocks(all, clocks[i]);
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
    simt_lock_drop(state, 0, worker->threads);
    for (unsigned i = 0; i < worker->threads && !state->block_dirty; i++)
        state->block_dirty = state->dirty[i];
    memset(state->dirty, 0, sizeof state->dirty);
    memset(state->released_in_block, 0, sizeof state->released_in_block);
    if (!state->fenced)
        return;
    for (unsigned i = 0; i < worker->threads; i++)
        fence_glimpsed(state, i);
    for (unsigned i = 0; i < worker->threads; i += SIMT_WARP) {
        unsigned lanes = worker->warp[i / SIMT_WARP].exists;
        state->block_acquired = simt_join_clocks(
            state->block_acquired, join_lanes(&state->acquired[i], SIMT_WARP, lanes));
        state->block_released = simt_join_clocks(
            state->block_released, join_lanes(&state->released[i], SIMT_WARP, lanes));
        state->block_hinted = simt_join_clocks(state->block_hinted,
                                               join_lanes(&state->hinted[i], SIMT_WARP, lanes));
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
    simt_lock_drop(state, first, SIMT_WARP);
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1)
            fence_glimpsed(state, first + i);
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
    memset(state->glimpsed, 0, sizeof state->glimpsed);
    memset(state->glimpsed_far, 0, sizeof state->glimpsed_far);
    memset(state->released, 0, sizeof state->released);
    memset(state->released_in_block, 0, sizeof state->released_in_block);
    memset(state->hinted, 0, sizeof state->hinted);
    memset(state->dirty, 0, sizeof state->dirty);
    memset(state->armed, 0, sizeof state->armed);
    state->met = last_date + 2;
    state->block_dirty = state->publishes = false;
    memset(state->looked_at, 0, sizeof state->looked_at);
    simt_lock_drop(state, 0, SIMT_MAX_THREADS);
    state->fenced = false;
}

void simt_order_forget(void)
{
    simt_forget_clocks();
    simt_lock_forget();
    if (places_used)
        memset(places, 0, places_size * sizeof *places);
    places_used = last_date = 0;
}
