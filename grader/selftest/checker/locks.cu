// Locks: who takes one fences before it touches what the lock guards.
#include "case.h"

enum fence { NO_FENCE, BLOCK_FENCE, DEVICE_FENCE };

static __device__ void wait_for_others(fence fence)
{
    if (fence == BLOCK_FENCE)
        __threadfence_block();
    if (fence == DEVICE_FENCE)
        __threadfence();
}

/* Thread 0 of two blocks. Blocks run in four orders, so that each is the first to come in some.
 */
__global__ void two_blocks_kernel(int *lock, int *sum, fence first, fence second)
{
    if (blockIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        wait_for_others(first);
        *sum = 1; // @one
        __threadfence();
        atomicExch(lock, 0);
    } else {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        wait_for_others(second);
        *sum = 2; // @other
        __threadfence();
        atomicExch(lock, 0);
    }
}

static int *zeros(const char *name, int count)
{
    int *d_zeros = nothing(name, count);
    CHECK(cudaMemset(d_zeros, 0, count * sizeof *d_zeros));
    return d_zeros;
}

static void two_blocks(fence first, fence second)
{
    two_blocks_kernel<<<2, 1>>>(zeros("lock", 1), nothing("sum", 1), first, second);
}

CASE(lock_fenced, "")
{
    two_blocks(DEVICE_FENCE, DEVICE_FENCE);
}

CASE(lock_first_unfenced,
     "race global memory, sum: write @one by thread 0 of block 0, write @other by thread 0 of "
     "block 1; both have taken the same lock: is a __threadfence() missing behind the atomic "
     "that takes it?")
{
    two_blocks(NO_FENCE, DEVICE_FENCE);
}

CASE(lock_second_unfenced, "race sum: write @one by thread 0 of block 0, write @other by "
                           "thread 0 of block 1; both have taken the same lock")
{
    two_blocks(DEVICE_FENCE, NO_FENCE);
}

CASE(lock_fenced_too_narrowly, "race sum: write @one by thread 0 of block 0, write @other by "
                               "thread 0 of block 1; both have taken the same lock")
{
    two_blocks(BLOCK_FENCE, DEVICE_FENCE);
}

/* Thread 0 of each warp of a block adds to the sum of the block. */
__global__ void warps_kernel(int *out, fence fence)
{
    __shared__ int lock, sum;
    if (threadIdx.x == 0)
        lock = sum = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        wait_for_others(fence);
        sum += threadIdx.x; // @add
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

CASE(lock_within_block, "")
{
    warps_kernel<<<3, 96>>>(nothing("out", 3), BLOCK_FENCE);
}

CASE(lock_within_block_unfenced, "race shared memory, sum")
{
    warps_kernel<<<3, 96>>>(nothing("out", 3), NO_FENCE);
}

__global__ void exchange_kernel(int *lock, int *sum)
{
    while (atomicExch(lock, 1) != 0) {
    }
    *sum += 1; // @count
    __threadfence();
    atomicExch(lock, 0);
}

CASE(lock_by_exchange_unfenced,
     "race sum: write @count by thread 0 of block 0, read @count by thread 0 of block 1")
{
    exchange_kernel<<<2, 1>>>(zeros("lock", 1), zeros("sum", 1));
}

/* An `and` with 0 frees a lock as an exchange does. */
__global__ void freed_by_and_kernel(int *lock, int *sum, fence fence)
{
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    wait_for_others(fence);
    *sum += 1; // @count_under_and
    __threadfence();
    atomicAnd(lock, 0);
}

CASE(lock_freed_by_and, "")
{
    freed_by_and_kernel<<<2, 1>>>(zeros("lock", 1), zeros("sum", 1), DEVICE_FENCE);
}

CASE(lock_freed_by_and_unfenced,
     "race sum: write @count_under_and by thread 0 of block 0, read "
     "@count_under_and by thread 0 of block 1")
{
    freed_by_and_kernel<<<2, 1>>>(zeros("lock", 1), zeros("sum", 1), NO_FENCE);
}

/* Each holds a lock of its own without a fence, which orders nothing; a mark does. */
__global__ void two_locks_kernel(int *locks, int *mark, int *sum)
{
    int *lock = locks + blockIdx.x;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    if (blockIdx.x == 0) {
        *sum = 1;
        __threadfence();
        atomicExch(mark, 1);
    } else {
        while (atomicAdd(mark, 0) == 0) {
        }
        __threadfence();
        *sum = 2;
    }
    atomicExch(lock, 0);
}

CASE(two_locks, "")
{
    two_locks_kernel<<<2, 1>>>(zeros("locks", 2), zeros("mark", 1), nothing("sum", 1));
}

/* A slot that is claimed, filled and announced: nobody can come before the one who fills it. */
__global__ void slot_kernel(int *state, int *slot, int *out)
{
    if (blockIdx.x == 0) {
        if (atomicCAS(state, 0, 1) == 0) {
            *slot = 7;
            __threadfence();
            atomicExch(state, 2);
        }
    } else {
        while (atomicCAS(state, 2, 3) != 2) {
        }
        *out = *slot;
        __threadfence();
        atomicExch(state, 2);
    }
}

CASE(mark_is_no_lock, "")
{
    slot_kernel<<<2, 1>>>(zeros("state", 1), nothing("slot", 1), nothing("out", 1));
}

/* What a thread does before it takes the lock is announced by its next fence, lock or not. */
__global__ void before_kernel(int *lock, int *data, int *turn, int *out)
{
    if (blockIdx.x == 0)
        *data = 7;
    else
        while (atomicAdd(turn, 0) == 0) {
        }
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    if (blockIdx.x == 1)
        *out = *data;
    __threadfence();
    atomicExch(lock, 0);
    atomicExch(turn, 1);
}

CASE(lock_before_data, "")
{
    before_kernel<<<2, 1>>>(zeros("lock", 1), nothing("data", 1), zeros("turn", 1),
                            nothing("out", 1));
}
