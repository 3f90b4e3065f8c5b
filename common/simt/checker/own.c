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

static void report_read(struct simt_own_variable *own, const void *code)
{
    char text[300];
    if (own->told)
        return;
    own->told = true;
    snprintf(
        text, sizeof text,
        "%s is declared without __shared__, so each thread has its own, and here one reads "
        "a place of it that it has not written: what another thread wrote is in that "
        "one's; declare it __shared__",
        own->name);
    simt_report_worded("not-shared", code, text);
}

static void watch_byte(struct simt_own_variable *own, size_t at, enum simt_access kind,
                       const void *code)
{
    unsigned char bit = (unsigned char)(1 << at % 8);
    if (simt_is_write(kind))
        own->written[at / 8] |= bit;
    else if (!(own->written[at / 8] & bit))
        report_read(own, code);
}

void simt_watch_own(const struct lane *lane, const void *address, unsigned size,
                    enum simt_access kind, const void *code)
{
    if (kind == SIMT_ATOMIC)
        simt_report_worded(
            "not-shared", code,
            "an atomic operation on a variable of the thread's own, which no "
            "other thread can reach: is __shared__ missing where it is declared?");
    struct simt_own_variable *own = worker_of(lane)->state->own[lane->seen.number];
    for (; own && kind != SIMT_ATOMIC; own = own->outer)
        for (size_t i = 0; i < size; i++)
            if ((uintptr_t)address + i - (uintptr_t)own->begin < own->bytes)
                watch_byte(own, (uintptr_t)address + i - (uintptr_t)own->begin, kind, code);
}
