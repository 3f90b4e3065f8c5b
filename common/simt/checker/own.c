/* What is a thread's own and might have been meant to be shared: see own.h. */
#include <stdio.h>
#include <string.h>
#include "checker/block_state.h"
#include "checker/findings.h"
#include "checker/own.h"

void simt_own_begins(struct simt_own_variable *own, const void *begin, size_t bytes,
                     const char *name, unsigned char *written)
{
    const struct lane *lane = running_lane();
    struct block_state *state = worker_of(lane)->state;
    struct simt_own_variable **last = &state->own[lane->seen.number];
    *own = (struct simt_own_variable){*last, begin, name, bytes, written, false};
    memset(written, 0, bytes / 8 + 1);
    *last = own;
    state->has_own = true;
}

void simt_own_ends(struct simt_own_variable *own)
{
    const struct lane *lane = running_lane();
    worker_of(lane)->state->own[lane->seen.number] = own->outer;
}

/* Those of threads that were broken off. */
void simt_forget_own(struct block_state *state)
{
    if (state->has_own)
        memset(state->own, 0, sizeof state->own);
    state->has_own = false;
}

static void report(struct simt_own_variable *own, const char *does, const void *code)
{
    char text[300];
    snprintf(text, sizeof text,
             "%s is declared without __shared__, so each thread has its own; %s: declare it "
             "__shared__",
             own->name, does);
    simt_report_worded(FOUND_NOT_SHARED, code, text);
}

static void watch_byte(struct simt_own_variable *own, size_t at, enum simt_access kind,
                       const void *code)
{
    unsigned char bit = (unsigned char)(1 << at % 8);
    if (simt_is_write(kind)) {
        own->written[at / 8] |= bit;
    } else if (!(own->written[at / 8] & bit) && !own->told) {
        own->told = true;
        report(own,
               "here one reads what it has not written, as if another thread's were the same",
               code);
    }
}

static void watch_bytes(struct simt_own_variable *own, uintptr_t address, unsigned size,
                        enum simt_access kind, const void *code)
{
    uintptr_t begin = (uintptr_t)own->begin;
    if (address >= begin + own->bytes || address + size <= begin)
        return;
    for (; size > 0; address++, size--)
        if (address - begin < own->bytes)
            watch_byte(own, address - begin, kind, code);
}

static void watch_atomic(struct simt_own_variable *own, uintptr_t address, const void *code)
{
    while (own && address - (uintptr_t)own->begin >= own->bytes)
        own = own->outer;
    if (own)
        report(own, "an atomic operation on it reaches no other thread's", code);
    else
        simt_report_worded(
            FOUND_NOT_SHARED, code,
            "an atomic operation on a variable of the thread's own, which no "
            "other thread can reach: is __shared__ missing where it is declared?");
}

void simt_watch_own(const struct lane *lane, const void *address, unsigned size,
                    enum simt_access kind, const void *code)
{
    struct simt_own_variable *own = worker_of(lane)->state->own[lane->seen.number];
    if (kind == SIMT_ATOMIC)
        watch_atomic(own, (uintptr_t)address, code);
    for (; own && kind != SIMT_ATOMIC; own = own->outer)
        watch_bytes(own, (uintptr_t)address, size, kind, code);
}
