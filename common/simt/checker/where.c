/* Where an access goes: in which array or variable, and at which of its elements. */
#include <stdio.h>
#include "checker/block_state.h"
#include "checker/found.h"
#include "cuda/memory.h"
#include "cuda/variables.h"

unsigned long long simt_mix(unsigned long long x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

const char *simt_space_word(enum simt_space space)
{
    static const char *const words[] = {
        [SIMT_SPACE_UNKNOWN] = "",
        [SIMT_SPACE_GLOBAL] = "global memory",
        [SIMT_SPACE_SHARED] = "shared memory",
        [SIMT_SPACE_PINNED] = "pinned memory",
        [SIMT_SPACE_MANAGED] = "managed memory",
        [SIMT_SPACE_HOST] = "host memory",
    };
    return words[space];
}

static void place(struct where *where, const char *name, uintptr_t begin, size_t bytes,
                  uintptr_t address, unsigned size)
{
    long long offset = (long long)(address - begin);
    snprintf(where->name, sizeof where->name, "%s", name);
    where->index = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
    where->part = (unsigned)(offset - where->index * size);
    where->offset = offset;
    where->elements = bytes / size;
    where->bytes = bytes;
}

static void place_in_allocation(struct where *where, const char *address, unsigned size)
{
    const struct simt_allocation *near = simt_allocation_at(address);
    where->space = SIMT_SPACE_GLOBAL;
    if (!near)
        return;
    where->freed = near->freed;
    if (near->kind == SIMT_HOST_PINNED)
        where->space = SIMT_SPACE_PINNED;
    if (near->kind == SIMT_MANAGED)
        where->space = SIMT_SPACE_MANAGED;
    where->row = near->row;
    where->pitch = near->pitch;
    const struct simt_array *best = simt_nearest_array(near, address);
    where->unnamed = !best;
    char name[32];
    snprintf(name, sizeof name, "allocation %u", near->number);
    size = !best && near->element > size ? (unsigned)near->element : size;
    if (best)
        place(where, best->name, (uintptr_t)best->begin, best->bytes, (uintptr_t)address, size);
    else
        place(where, name, (uintptr_t)near->base, near->bytes, (uintptr_t)address, size);
}

static void place_in_shared(struct where *where, uintptr_t address, unsigned size)
{
    const struct block_state *state = simt_block_state_at(address);
    where->space = SIMT_SPACE_SHARED;
    if (address - state->dynamic < 1 << 20) {
        place(where, SIMT_DYNAMIC_NAME, state->dynamic, state->dynamic_end - state->dynamic,
              address, size);
        return;
    }
    const struct simt_variable *v =
        simt_nearest_shared(address - state->statics, state->kernel);
    if (v)
        place(where, v->name, state->statics + v->begin, v->bytes, address,
              v->element > size ? (unsigned)v->element : size);
}

/* In elements of the access; a float4 is seen as four. */
struct where simt_locate(const void *pointer, unsigned size)
{
    struct where where = {0};
    uintptr_t address = (uintptr_t)pointer;
    size = size > 8 ? 4 : size;
    if (simt_in_window(address) && simt_is_shared(address)) {
        place_in_shared(&where, address, size);
    } else if (simt_is_around_window(address)) {
        place_in_allocation(&where, pointer, size);
    } else if (simt_is_pinned(pointer)) {
        place_in_allocation(&where, pointer, size);
    } else {
        const struct simt_variable *v = simt_nearest_variable(simt_device_variables(), address);
        where.space = SIMT_SPACE_GLOBAL;
        if (v)
            place(&where, v->name, v->begin, v->bytes, address, size);
    }
    return where;
}

unsigned long long simt_id_of_word(const char *array, long long word, bool shared,
                                   unsigned block)
{
    unsigned long long id = 0;
    for (; *array; array++)
        id = simt_mix(id + (unsigned char)*array);
    id = simt_mix(id + (unsigned long long)word);
    return simt_mix(shared ? simt_mix(id + 1 + block) : id) | 1;
}

unsigned long long simt_id_of_event(const struct where *where, const void *address,
                                    unsigned block)
{
    uintptr_t at = (uintptr_t)address;
    bool shared = simt_in_window(at) && simt_is_shared(at);
    long long word = (where->name[0] ? where->offset : (long long)at) / 4;
    return simt_id_of_word(where->name, word, shared, block);
}
