/* Locks: see locks.h. */
#include <string.h>
#include "checker/block_state.h"
#include "checker/epochs.h"
#include "checker/locks.h"
#include "checker/window.h"
#include "cuda/records.h"

/* A lock in one lane's hands. It is known for one when the lane has given it back. */
struct hold {
    uintptr_t shadow;
    unsigned long long open, taken; /* what the word is */
    unsigned block;
    bool given_back;
};

/* An epoch of a lane that holds a lock, and what it has fenced since it took it. */
struct held_epoch {
    unsigned key, hold; /* key: 0 in a free place */
    enum simt_lock_fence fence;
};

/* Number 0 is nobody's. */
static struct hold *holds;
static unsigned hold_count, hold_size;

static struct held_epoch *epochs;
static unsigned epoch_count, epoch_size;

static unsigned add_hold(struct hold hold)
{
    if (hold_count + 1 >= hold_size) {
        size_t was = hold_size;
        hold_size = was ? 2 * hold_size : 64;
        holds = simt_grow_record(holds, was * sizeof *holds, hold_size * sizeof *holds);
    }
    holds[++hold_count] = hold;
    return hold_count;
}

/* --- epochs by their keys: a table of open addressing ------------------------------------- */

static struct held_epoch *find(struct held_epoch *table, unsigned size, unsigned key)
{
    unsigned i = key / 2 * 0x9e3779b9u & (size - 1);
    while (table[i].key && table[i].key != key)
        i = (i + 1) & (size - 1);
    return &table[i];
}

static void grow_epochs(void)
{
    unsigned size = epoch_size ? 2 * epoch_size : 256;
    struct held_epoch *table = simt_grow_record(NULL, 0, size * sizeof *table);
    for (unsigned i = 0; i < epoch_size; i++)
        if (epochs[i].key)
            *find(table, size, epochs[i].key) = epochs[i];
    simt_free_record(epochs);
    epochs = table;
    epoch_size = size;
}

static void add_epoch(unsigned key, const struct simt_held *held)
{
    if (2 * epoch_count >= epoch_size)
        grow_epochs();
    struct held_epoch *epoch = find(epochs, epoch_size, key);
    epoch_count += epoch->key == 0;
    *epoch = (struct held_epoch){key, held->hold, held->fence};
}

/* --- what lanes do ------------------------------------------------------------------------ */

static bool give_back(struct simt_held *held, uintptr_t shadow, unsigned long long value)
{
    struct hold *hold = held->hold ? &holds[held->hold] : NULL;
    if (!hold || hold->shadow != shadow || hold->open != value)
        return false;
    hold->given_back = true;
    held->hold = 0;
    return true;
}

void simt_lock_change(struct block_state *state, unsigned me, uintptr_t shadow,
                      unsigned long long value)
{
    give_back(&state->held[me], shadow, value);
}

void simt_lock_swap(struct block_state *state, unsigned me, uintptr_t shadow,
                    unsigned long long old, unsigned long long value)
{
    struct simt_held *held = &state->held[me];
    if (!give_back(held, shadow, value) && old != value) {
        *held = (struct simt_held){
            add_hold((struct hold){shadow, old, value, state->block, false}), SIMT_NO_FENCE};
        state->key[me] = simt_new_epochs(state, 1);
        add_epoch(state->key[me], held);
    }
}

void simt_lock_fence(struct block_state *state, unsigned me, bool in_block)
{
    struct simt_held *held = &state->held[me];
    if (!held->hold)
        return;
    if (!in_block)
        held->fence = SIMT_DEVICE_FENCE;
    else if (held->fence == SIMT_NO_FENCE)
        held->fence = SIMT_BLOCK_FENCE;
    add_epoch(state->key[me], held);
}

bool simt_lock_lacks_fence(const struct block_state *state, unsigned me, unsigned key)
{
    const struct simt_held *mine = &state->held[me];
    if (!mine->hold)
        return false;
    const struct held_epoch *theirs = find(epochs, epoch_size, key & ~1u);
    const struct hold *a = &holds[mine->hold], *b = &holds[theirs->hold];
    bool same_block = a->block == b->block;
    if (!theirs->key || !b->given_back || a->shadow != b->shadow || a->open != b->open ||
        a->taken != b->taken || (simt_is_shared(a->shadow) && !same_block))
        return false;
    enum simt_lock_fence least = same_block ? SIMT_BLOCK_FENCE : SIMT_DEVICE_FENCE;
    return mine->fence < least || theirs->fence < least;
}

void simt_lock_drop(struct block_state *state, unsigned first, unsigned count)
{
    memset(&state->held[first], 0, count * sizeof state->held[0]);
}

void simt_lock_forget(void)
{
    if (epoch_count)
        memset(epochs, 0, epoch_size * sizeof *epochs);
    hold_count = epoch_count = 0;
}
