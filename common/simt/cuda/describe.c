/* Where an address lies, in words: simt_describe(). */
#include <stdio.h>
#include "cuda/arena.h"

/* The named part of `record` that is nearest to `address`; `whole` if it has none. */
static const struct simt_array *nearest_array(const struct simt_allocation *record,
                                              const char *address, struct simt_array *whole)
{
    const struct simt_array *best = NULL;
    size_t least = 0;
    for (const struct simt_array *a = record->arrays; a; a = a->next) {
        size_t distance = simt_distance(a->begin, a->bytes, address);
        if (!best || distance < least)
            best = a, least = distance;
    }
    if (best)
        return best;
    *whole = (struct simt_array){.begin = record->base, .bytes = record->bytes};
    snprintf(whole->name, sizeof whole->name, "allocation %u", record->number);
    return whole;
}

void simt_describe(const void *address, char *text, size_t size)
{
    const struct simt_allocation *record = simt_allocation_at(address);
    if (!record) {
        snprintf(text, size, "in no allocation");
        return;
    }
    struct simt_array whole;
    const struct simt_array *a = nearest_array(record, address, &whole);
    const char *at = address, *end = a->begin + a->bytes;
    const char *freed = record->freed ? ", which was already freed" : "";
    if (at < a->begin)
        snprintf(text, size, "%zu bytes before %s (%zu bytes%s)", (size_t)(a->begin - at),
                 a->name, a->bytes, freed);
    else if (at >= end)
        snprintf(text, size, "%zu bytes past the end of %s (%zu bytes%s)", (size_t)(at - end),
                 a->name, a->bytes, freed);
    else
        snprintf(text, size, "at byte %zu of %s (%zu bytes%s)", (size_t)(at - a->begin),
                 a->name, a->bytes, freed);
}
