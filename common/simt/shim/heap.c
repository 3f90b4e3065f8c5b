/* See heap.h. Each thread may touch what a kernel has asked for, until a thread frees it. No
 * tick may take the worker away meanwhile. */
#include "shim/heap.h"
#include <stdlib.h>
#include <string.h>
#include "cuda/arena.h"
#include "cuda/host_memory.h"
#include "grid/grid.h"

void *simt_malloc(size_t bytes)
{
    struct simt_lane *lane = simt_lane;
    if (!lane)
        return malloc(bytes);
    simt_lane = NULL;
    simt_let_runtime_in();
    struct simt_allocation *made = bytes ? simt_allocate(bytes, SIMT_HEAP) : NULL;
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
    bool given = !pointer || simt_release_in_kernel(pointer);
    simt_let_runtime_out();
    if (!given)
        simt_tell(FOUND_DOUBLE_FREE, __builtin_return_address(0),
                  "a kernel frees what its malloc() has not given, or frees it twice");
    simt_lane = lane;
}
