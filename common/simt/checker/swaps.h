/* The first reads of compare-and-swap loops. C11.
 *
 * Such a loop begins with what a plain read gives, as in the Programming Guide. If that is out
 * of date, the swap fails and gives what is there now, and the loop goes on with it. So the
 * read races with the swaps of others and does no harm. A line is taken for such a read when
 * one of its threads next swaps the same element, and expects what it has read there. A
 * constant that is expected, as for a lock, was not read. */
#ifndef SIMT_SWAPS_H
#define SIMT_SWAPS_H

#include <string.h>
#include "checker/visit.h"

/* To be called when the visit reads what others change by atomics. */
void simt_note_racy_read(const struct visit *v);

/* Whether the visit races with an access of that kind and code without harm. Such a pair is
 * reported once or a few times. */
bool simt_is_told(const struct visit *v, enum simt_access kind, unsigned code);

/* To be called when a block begins. */
void simt_forget_racy_reads(struct block_state *state);

static inline unsigned long long simt_value_at(const void *address, unsigned size)
{
    unsigned long long value = 0;
    memcpy(&value, address, size); /* at most 8 bytes */
    return value;
}

/* To be called when lane `me` is about to swap. Returns true if it expects what its last racy
 * read has given; that is then known for a first read. */
bool simt_expects_read(struct block_state *state, unsigned me, const void *address,
                       unsigned size, unsigned long long expected);

/* Says that such a read returned to this offset of code. */
void simt_add_first_read(unsigned code);
bool simt_is_first_read(unsigned code);

void simt_forget_first_reads(void);

#endif
