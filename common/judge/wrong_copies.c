/* What copies to the host leave wrong: a part of the bytes, or memory that no kernel had
 * written. */
#include "wrong_copies.h"
#include "elements.h"

#include <string.h>

/* Of each `length` elements exactly the first length / size were written. */
static bool only_first_part_of(const struct evidence *e, size_t length, size_t size)
{
    if (length % size)
        return false;
    for (size_t i = 0; i < e->n; i++)
        if (e->is_wrong[i] != (i % length >= length / size))
            return false;
    return true;
}

/* A copy to the host was given the number of elements, but takes the number of bytes. */
bool elements_for_bytes(const struct evidence *e, struct verdict *v)
{
    size_t size = element_bytes(e->a->type);
    if (e->a->place != ON_HOST || size == 1 || e->untouched != e->wrong)
        return false;
    if (!only_first_part_of(e, e->cols, size) && !only_first_part_of(e, e->n, size))
        return false;
    say(v,
        "only one of %zu elements arrived in %s: is a size or width given in elements where "
        "bytes are wanted?",
        size, e->a->name);
    return true;
}

/* Whether element i is what the CPU backend's cudaMalloc() fills memory with: FRESH in
 * simt/cuda/allocate.c. */
static bool is_fresh(const struct evidence *e, size_t i)
{
    const unsigned char fresh[] = {0xcd, 0xcd, 0xcd, 0xcd, 0xcd, 0xcd, 0xcd, 0xcd};
    size_t size = element_bytes(e->a->type), at = element_at(e->a, i) * size;
    const unsigned char *now = (const unsigned char *)payload(e->a, e->run) + at;
    return size > 1 && !memcmp(now, fresh, size);
}

bool fresh_memory(const struct evidence *e, struct verdict *v)
{
    if (e->a->place != ON_HOST || !e->t->answer.runs[e->run].launches || !e->wrong)
        return false;
    for (size_t i = 0; i < e->n; i++)
        if (e->is_wrong[i] && !is_fresh(e, i))
            return false;
    say(v, "device memory that no kernel had written was copied to %s: ", e->a->name);
    say(v, e->wrong == e->n
               ? "is it copied back before the kernel is launched, or from another array than "
                 "the kernel writes?"
               : "are there too few threads for all of it, or too narrow a guard?");
    return true;
}
