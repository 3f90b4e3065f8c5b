// Fences of the block: what they order for its own threads, and not for other blocks.
#include "case.h"

enum { N = 64 };

// --- from block to block they order nothing --------------------------------------------------

/* Thread 0 hands on to thread 32, and that one to block 1. */
__global__ void relay_kernel(int *data, int *flag, int *out, int fence)
{
    __shared__ int here;
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0)
            here = 0;
        __syncthreads();
        if (threadIdx.x == 0) {
            *data = 7; // @relayed
            __threadfence_block();
            atomicExch(&here, 1);
        }
        if (threadIdx.x == 32) {
            while (atomicAdd(&here, 0) == 0) {
            }
            if (fence == 1)
                __threadfence();
            if (fence == 2)
                __threadfence_block();
            atomicExch(flag, *data);
        }
    } else if (threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        *out = *data; // @arrives
    }
}

static void relay(int fence)
{
    int *d_flag = nothing("flag", 1);
    CHECK(cudaMemset(d_flag, 0, sizeof *d_flag));
    relay_kernel<<<2, N>>>(nothing("data", 1), d_flag, nothing("out", 1), fence);
}

CASE(relay_to_another_block, "")
{
    relay(1);
}

CASE(relay_fenced_for_the_block, "race data: write @relayed by thread 0 of block 0, read "
                                 "@arrives by thread 0 of block 1")
{
    relay(2);
}

// --- within the block they order all ---------------------------------------------------------

/* Between warps of one block a fence of the block will do, on both sides. */
__global__ void flag_in_block_kernel(int *data, volatile int *flag, int *out, bool fence)
{
    if (threadIdx.x == 0) {
        *data = 7; // @told
        __threadfence_block();
        *flag = 1;
    }
    if (threadIdx.x == 32) {
        while (*flag == 0) {
        }
        if (fence)
            __threadfence_block();
        *out = *data; // @heard
    }
}

static void flag_in_block(bool fence)
{
    int *d_flag = nothing("flag", 1);
    CHECK(cudaMemset(d_flag, 0, sizeof *d_flag));
    flag_in_block_kernel<<<1, N>>>(nothing("data", 1), d_flag, nothing("out", 1), fence);
}

CASE(volatile_flag_within_block, "")
{
    flag_in_block(true);
}

CASE(volatile_flag_within_block_unfenced,
     "race data: write @told by thread 0 of block 0, read @heard by thread 32 of block 0")
{
    flag_in_block(false);
}
