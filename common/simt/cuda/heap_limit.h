/* How much memory the threads of kernels may have of their malloc(): a device has a heap for
 * it, of cudaLimitMallocHeapSize bytes, and malloc() returns NULL where that is full. C11. */
#ifndef SIMT_HEAP_LIMIT_H
#define SIMT_HEAP_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

/* A block that runs, of which launch. */
struct simt_heap_user {
    unsigned long long launch, block;
    const void *function; /* the kernel */
    int threads;          /* of each block */
    size_t dynamic_shared;
};

/* Takes so many bytes of the heap for a block that runs; false if it is full. From then on its
 * size is fixed. */
bool simt_take_of_heap(struct simt_heap_user user, size_t bytes);

/* A block that runs gives them back. */
void simt_give_to_heap(struct simt_heap_user user, size_t bytes);

/* All of it is free again, and its size may change. */
void simt_empty_heap(void);

#endif
