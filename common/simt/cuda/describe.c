/* Where an address lies in its allocation, and that in words: see memory.h. */
#include <stdio.h>
#include "cuda/arena.h"

const struct simt_array *simt_nearest_array(const struct simt_allocation *allocation,
                                            const void *address)
{
    const struct simt_array *best = NULL;
    size_t least = 0;
    for (const struct simt_array *a = allocation->arrays; a; a = a->next) {
        size_t distance = simt_distance(a->begin, a->bytes, address);
        if (!best || distance < least) {
            best = a;
            least = distance;
        }
    }
    return best;
}

/* An allocation that has no named parts, as if it were one. */
static struct simt_array as_array(const struct simt_allocation *allocation)
{
    struct simt_array whole = {.begin = allocation->base, .bytes = allocation->bytes};
    snprintf(whole.name, sizeof whole.name, "allocation %u", allocation->number);
    return whole;
}

void simt_describe(const void *address, char *text, size_t size)
{
    const struct simt_allocation *record = simt_allocation_at(address);
    if (!record) {
        snprintf(text, size, "in no allocation");
        return;
    }
    const struct simt_array whole = as_array(record);
    const struct simt_array *named = simt_nearest_array(record, address);
    const struct simt_array *a = named ? named : &whole;
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
