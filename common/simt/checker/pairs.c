/* Pairs of accesses: which conflict, and the report of a pair that races. See pairs.h. */
#include <string.h>
#include "checker/findings.h"
#include "checker/locks.h"
#include "checker/pairs.h"
#include "checker/swaps.h"
#include "grid/lines.h"

/* --- conflicts ---------------------------------------------------------------------------- */

bool simt_conflict(enum simt_access a, enum simt_access b, bool same_warp)
{
    static const bool table[5][5] = {
        [SIMT_READ] = {[SIMT_WRITE] = 1, [SIMT_ATOMIC] = 1, [SIMT_VOLATILE_WRITE] = 1},
        [SIMT_WRITE] = {1, 1, 1, 1, 1},
        [SIMT_ATOMIC] = {[SIMT_READ] = 1, [SIMT_WRITE] = 1},
        [SIMT_VOLATILE_READ] = {[SIMT_WRITE] = 1},
        [SIMT_VOLATILE_WRITE] = {[SIMT_READ] = 1, [SIMT_WRITE] = 1, [SIMT_VOLATILE_WRITE] = 1},
    };
    a = simt_unscoped(a), b = simt_unscoped(b);
    bool volatiles = (a == SIMT_VOLATILE_READ && b == SIMT_VOLATILE_WRITE) ||
                     (a == SIMT_VOLATILE_WRITE && b == SIMT_VOLATILE_READ);
    return table[a][b] || (volatiles && same_warp);
}

bool simt_implies(enum simt_access later, enum simt_access older, bool same_warp)
{
    switch (later) {
    case SIMT_WRITE:
        return true;
    case SIMT_READ:
        return older == SIMT_READ || older == SIMT_VOLATILE_READ;
    case SIMT_ATOMIC:
    case SIMT_BLOCK_ATOMIC:
        return older == later;
    case SIMT_VOLATILE_READ:
        return older == SIMT_VOLATILE_READ && same_warp;
    default:
        return older == SIMT_VOLATILE_WRITE || simt_is_atomic(older) ||
               (older == SIMT_VOLATILE_READ && same_warp);
    }
}

/* --- reports ------------------------------------------------------------------------------ */

static const void *code_of(unsigned offset)
{
    return offset ? __executable_start + offset : NULL;
}

/* Whether another worker may be between telling of a write to this word and doing it. */
static bool is_under_way(const struct visit *v)
{
    for (unsigned i = 0; !v->alone && i < simt_pool.workers; i++) {
        const struct block_state *other = simt_pool.worker[i]->state;
        if (other && other != v->state &&
            __atomic_load_n(&other->last_write, __ATOMIC_ACQUIRE) == v->word)
            return true;
    }
    return false;
}

/* Where the access begins in the word at hand. */
static const char *in_word(const struct visit *v)
{
    return (const char *)v->address + (v->word > v->shadow ? v->word - v->shadow : 0);
}

/* Two writes are judged by what they write, which is seen when the second has been done; where
 * the first may not have been done, in favour. */
static void doubt(const struct visit *v, struct simt_event *event)
{
    struct block_state *state = v->state;
    bool told = state->doubts && state->doubt[state->doubts - 1].event.word == v->word;
    bool done = !is_under_way(v);
    if (!done) {
        event->kind = FOUND_NOTE;
        simt_report(event);
    }
    if (!done || told || state->doubts == 4)
        return;
    struct doubt *doubt = &state->doubt[state->doubts++];
    unsigned left = v->size - (unsigned)(in_word(v) - (const char *)v->address);
    doubt->event = *event;
    doubt->at = in_word(v);
    doubt->size = left < 4 ? left : 4;
    memcpy(doubt->old, doubt->at, doubt->size);
}

void simt_settle_doubt(struct block_state *state)
{
    while (state->doubts) {
        struct doubt *doubt = &state->doubt[--state->doubts];
        if (memcmp(doubt->old, doubt->at, doubt->size) == 0)
            doubt->event.kind = FOUND_NOTE;
        simt_report(&doubt->event);
    }
}

static struct simt_event event_of(const struct visit *v, unsigned key, unsigned number,
                                  unsigned code, enum simt_access kind)
{
    return (struct simt_event){
        .kind = FOUND_RACE,
        .side = {{code_of(code), kind, number, simt_epoch_of(key)->block},
                 {code_of(v->code), v->kind, v->me, v->state->block}},
        .address = in_word(v),
        .word = v->word,
        .size = v->size,
    };
}

extern const char simt_is_alone; /* alone.c, where the program has a main() of its own */
#pragma weak simt_is_alone

void simt_note_open_pair(const struct visit *v, unsigned key, unsigned number, unsigned code,
                         enum simt_access kind)
{
    struct simt_event event = event_of(v, key, number, code, kind);
    if (!&simt_is_alone)
        return;
    event.kind = FOUND_NOTE;
    event.open = true;
    simt_report(&event);
}

void simt_race_with(const struct visit *v, unsigned key, unsigned number, unsigned code,
                    enum simt_access kind)
{
    struct simt_event event = event_of(v, key, number, code, kind);
    event.under_lock = simt_has_fences && simt_lock_lacks_fence(v->state, v->me, key);
    event.glimpsed = simt_has_fences && simt_has_glimpsed(v->state, v->me, key, number);
    if (v->kind == SIMT_READ && simt_is_atomic(kind))
        simt_note_racy_read(v);
    if (simt_is_told(v, kind, code))
        return;
    if (simt_is_write(kind) && simt_is_write(v->kind))
        doubt(v, &event);
    else
        simt_report(&event);
}
