// bug: parts announced, but not fenced
// reason: race
// says: blocks run in no order
// only: race
#include "reduction.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 256

static __device__ long long parts[MOST_BLOCKS];
static __device__ unsigned arrived;

static __device__ long long sum_block(long long mine)
{
    __shared__ long long partial[BLOCK_SIZE];
    __syncthreads();
    partial[threadIdx.x] = mine;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    __syncthreads();
    return partial[0];
}

__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    __shared__ bool last;
    long long sum = 0;
    size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < n; i += stride)
        sum += in[i];
    sum = sum_block(sum);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    sum = sum_block(threadIdx.x < gridDim.x ? parts[threadIdx.x] : 0);
    if (threadIdx.x == 0) {
        *total = sum;
        arrived = 0;
    }
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    unsigned needed = blocks_for(n, BLOCK_SIZE);
    unsigned blocks = needed < MOST_BLOCKS ? needed : MOST_BLOCKS;
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
