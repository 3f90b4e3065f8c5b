/* First reads of compare-and-swap loops: see swaps.h. */
#include <string.h>
#include "checker/swaps.h"

enum { MOST = 64 };

/* Offsets of code. Workers add to it side by side. */
static unsigned first_reads[MOST];

void simt_add_first_read(unsigned code)
{
    for (unsigned i = 0; i < MOST; i++) {
        unsigned free = 0;
        if (first_reads[i] == code ||
            __atomic_compare_exchange_n(&first_reads[i], &free, code, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED) ||
            free == code)
            return;
    }
}

void simt_note_racy_read(const struct visit *v)
{
    struct racy_read *read = &v->state->racy_read[v->me];
    if (v->size > sizeof read->value)
        return;
    *read =
        (struct racy_read){v->address, simt_value_at(v->address, v->size), v->size, v->code};
    v->state->reads_racily = true;
}

void simt_forget_racy_reads(struct block_state *state)
{
    if (state->reads_racily)
        memset(state->racy_read, 0, sizeof state->racy_read);
    state->reads_racily = false;
    memset(state->told_pair, 0, sizeof state->told_pair);
}

bool simt_expects_read(struct block_state *state, unsigned me, const void *address,
                       unsigned size, unsigned long long expected)
{
    struct racy_read read = state->racy_read[me];
    bool expects =
        read.address == address && read.size == size && read.value == expected && read.code;
    if (expects)
        simt_add_first_read(read.code);
    state->racy_read[me].address = NULL;
    return expects;
}

bool simt_is_first_read(unsigned code)
{
    for (unsigned i = 0; i < MOST && first_reads[i]; i++)
        if (first_reads[i] == code)
            return true;
    return false;
}

bool simt_is_told(const struct visit *v, enum simt_access kind, unsigned code)
{
    bool reads = v->kind == SIMT_READ && simt_is_atomic(kind);
    struct told_pair pair = {v->word, reads ? v->code : code, reads ? code : v->code};
    struct told_pair *told = &v->state->told_pair[v->word / 4 % 4];
    if (!reads && !(simt_is_atomic(v->kind) && kind == SIMT_READ))
        return false;
    if (!simt_is_first_read(pair.read))
        return false;
    if (told->word == pair.word && told->read == pair.read && told->swap == pair.swap)
        return true;
    *told = pair;
    return false;
}

void simt_forget_first_reads(void)
{
    memset(first_reads, 0, sizeof first_reads);
}
