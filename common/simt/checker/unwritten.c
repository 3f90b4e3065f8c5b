/* Values of shared memory that nothing has written, on their way: see unwritten.h. */
#include <string.h>
#include "checker/epochs.h"
#include "checker/findings.h"
#include "checker/shadow.h"
#include "checker/unwritten.h"
#include "grid/grid.h"

/* What a copy was made of, by the copy's place; of two copies the later one is known. */
static struct simt_copied *copied_at(struct block_state *state, uintptr_t shadow)
{
    return &state->copied[shadow / 4 % SIMT_COPIED];
}

static void drop(struct block_state *state, struct simt_unwritten *value)
{
    value->size = 0;
    state->copies--;
}

static void use(struct block_state *state, struct simt_unwritten *value)
{
    const struct simt_origin *origin = &value->origin;
    const struct simt_event event = {
        .kind = FOUND_UNINITIALISED,
        .side[0] = {origin->code, SIMT_READ, origin->lane, state->block},
        .address = (const void *)origin->from,
        .word = origin->from & ~(uintptr_t)3,
        .size = origin->size,
    };
    simt_report(&event);
    drop(state, value);
}

/* From now on each access takes the slow path, to be seen. */
static void see_all(void)
{
    __atomic_store_n(&simt_launch_state.fast, SIMT_NOT_FAST, __ATOMIC_RELAXED);
    __atomic_store_n(&simt_launch_state.counted, SIMT_NOT_FAST, __ATOMIC_RELAXED);
}

void simt_unwritten_read(struct lane *lane, const struct simt_event *event)
{
    struct block_state *state = worker_of(lane)->state;
    struct simt_unwritten *value = &state->unwritten[lane->seen.number];
    const uintptr_t from = (uintptr_t)event->address;
    if (!simt_is_shared(event->word) || event->side[0].kind != SIMT_READ || event->partly ||
        event->size > sizeof value->bytes) {
        simt_report(event);
        return;
    }
    const struct simt_copied *copied = copied_at(state, from);
    const struct simt_origin here = {event->side[0].code, from,
                                     (unsigned short)lane->seen.number,
                                     (unsigned short)event->size};
    see_all();
    state->copies += !value->size;
    *value = (struct simt_unwritten){.origin = copied->at == from ? copied->origin : here,
                                     .from = from,
                                     .size = event->size};
    memcpy(value->bytes, event->address, event->size);
}

/* After a copy, other values may be stored; those that come at once are made of this one. */
void simt_unwritten_next(struct lane *lane, uintptr_t shadow, unsigned size,
                         enum simt_access kind)
{
    struct block_state *state = worker_of(lane)->state;
    struct simt_unwritten *value = &state->unwritten[lane->seen.number];
    simt_unwritten_settle(state);
    if (!value->size)
        return;
    bool stores = kind == SIMT_WRITE;
    bool may_copy =
        stores && size == value->size && simt_is_shared(shadow) && shadow != value->from;
    if (!may_copy && !value->has_read && (stores || !value->is_copied))
        use(state, value);
    else if (!stores)
        value->has_read = true;
}

void simt_unwritten_store(struct lane *lane, uintptr_t shadow, unsigned size)
{
    struct block_state *state = worker_of(lane)->state;
    const struct simt_unwritten *value = &state->unwritten[lane->seen.number];
    if (size != value->size || !simt_is_shared(shadow))
        return;
    state->copy_by = lane->seen.number;
    state->copy_to = shadow;
}

void simt_unwritten_settle(struct block_state *state)
{
    const uintptr_t to = state->copy_to;
    struct simt_unwritten *value = &state->unwritten[state->copy_by];
    state->copy_to = 0;
    if (!to || !value->size)
        return;
    if (memcmp((const void *)to, value->bytes, value->size) == 0) {
        simt_forget_initialised(to, value->size);
        *copied_at(state, to) = (struct simt_copied){to, value->origin};
        value->is_copied = state->has_copied = true;
        value->has_read = false;
    } else if (!value->has_read) {
        use(state, value);
    }
}

void simt_unwritten_begins(struct block_state *state)
{
    if (state->has_copied)
        memset(state->copied, 0, sizeof state->copied);
    state->has_copied = false;
}

void simt_unwritten_meets(struct block_state *state)
{
    simt_unwritten_settle(state);
    for (unsigned i = 0; i < SIMT_MAX_THREADS && state->copies; i++)
        if (state->unwritten[i].size && state->unwritten[i].is_copied)
            drop(state, &state->unwritten[i]);
}

void simt_unwritten_returns(struct block_state *state, unsigned lane)
{
    struct simt_unwritten *value = &state->unwritten[lane];
    simt_unwritten_settle(state);
    if (value->size && value->is_copied)
        drop(state, value);
    else if (value->size)
        use(state, value);
}

void simt_unwritten_ends(struct block_state *state)
{
    simt_unwritten_settle(state);
    for (unsigned i = 0; i < SIMT_MAX_THREADS && state->copies; i++)
        simt_unwritten_returns(state, i);
}
