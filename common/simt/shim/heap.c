/* See heap.h. Each thread may touch what a kernel has asked for, until a thread frees it. No
 * tick may take the worker away meanwhile. */
#include "shim/heap.h"
#include <stdlib.h>
#include <string.h>
#include "cuda/arena.h"
#include "cuda/heap_limit.h"
#include "cuda/host_memory.h"
#include "cuda/runtime.h"
#include "grid/grid.h"
#include "grid/launches.h"

static struct simt_heap_user user_of(const struct simt_block *b)
{
    const struct simt_launch *launch = simt_pool.launch;
    return (struct simt_heap_user){
        .launch = simt_pool.launches,
        .block =
            b->index.x + b->grid.x * (b->index.y + (unsigned long long)b->grid.y * b->index.z),
        .function = launch->function,
        .threads = (int)(b->dim.x * b->dim.y * b->dim.z),
        .dynamic_shared = launch->dynamic_shared};
}

void *simt_malloc(size_t bytes)
{
    struct simt_lane *lane = simt_lane;
    if (!lane)
        return malloc(bytes);
    simt_lane = NULL;
    simt_let_runtime_in();
    bool room = bytes && simt_take_of_heap(user_of(lane->block), bytes);
    struct simt_allocation *made = room ? simt_allocate(bytes, SIMT_HEAP) : NULL;
    if (room && !made)
        simt_give_to_heap(user_of(lane->block), bytes);
    simt_let_runtime_out();
    if (made) {
        made->code = __builtin_return_address(0);
        for (size_t i = 0; i < bytes; i++)
            made->base[i] = (char)(SIMT_JUNK >> i % 4 * 8);
    }
    simt_lane = lane;
    return made ? made->base : NULL;
}

void simt_free(void *pointer)
{
    struct simt_lane *lane = simt_lane;
    if (!lane) {
        free(pointer);
        return;
    }
    simt_lane = NULL;
    simt_let_runtime_in();
    const struct simt_allocation *live = pointer ? simt_live_at(pointer) : NULL;
    size_t bytes = live ? live->bytes : 0;
    bool given = !pointer || simt_release_in_kernel(pointer);
    if (given)
        simt_give_to_heap(user_of(lane->block), bytes);
    simt_let_runtime_out();
    if (!given)
        simt_tell(FOUND_DOUBLE_FREE, __builtin_return_address(0),
                  "a kernel frees what its malloc() has not given, or frees it twice");
    simt_lane = lane;
}
