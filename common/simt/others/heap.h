/* new and delete in kernels: of the kernels' heap there, of the host's elsewhere; and what the
 * translator calls cudaMalloc() and cudaFree() there. C++17. */
#ifndef SIMT_OTHERS_HEAP_H
#define SIMT_OTHERS_HEAP_H

#include <bits/functexcept.h>
#if __has_include(<bits/new_throw.h>) // where GCC 16 and later have __throw_bad_alloc()
#include <bits/new_throw.h>
#endif
#include <stdlib.h>
#include "grid/thread.h"
#include "shim/heap.h"
#include "shim/translated.h"

/* Each file has them, and the program the first. */
#define SIMT_REPLACES __attribute__((weak, noinline)) SIMT_UNWATCHED

/* The line of a leak is that of the call that returns here: a jump, and no call. */
SIMT_REPLACES void *operator new(size_t bytes)
{
    if (simt_lane)
        return simt_malloc(bytes);
    void *made = malloc(bytes ? bytes : 1);
    // A file that throws nothing of its own is compiled without exceptions.
    if (!made)
        std::__throw_bad_alloc();
    return made;
}

SIMT_REPLACES void *operator new[](size_t bytes)
{
    if (simt_lane)
        return simt_malloc(bytes);
    return operator new(bytes);
}

SIMT_REPLACES void operator delete(void *pointer) noexcept
{
    simt_free(pointer);
}

SIMT_REPLACES void operator delete[](void *pointer) noexcept
{
    simt_free(pointer);
}

SIMT_REPLACES void operator delete(void *pointer, size_t) noexcept
{
    simt_free(pointer);
}

SIMT_REPLACES void operator delete[](void *pointer, size_t) noexcept
{
    simt_free(pointer);
}

/* On the host, in a function that runs on both sides, the runtime's. In line for the line of
 * the call. */
template <class T>
static inline __attribute__((always_inline)) cudaError_t simt_malloc_by_runtime(T **pointer,
                                                                                size_t bytes)
{
    if (!simt_lane)
        return cudaMalloc(pointer, bytes);
    *pointer = (T *)simt_malloc(bytes);
    return *pointer || !bytes ? cudaSuccess : cudaErrorMemoryAllocation;
}

static inline __attribute__((always_inline)) cudaError_t simt_free_by_runtime(void *pointer)
{
    if (!simt_lane)
        return cudaFree(pointer);
    simt_free(pointer);
    return cudaSuccess;
}

#endif
