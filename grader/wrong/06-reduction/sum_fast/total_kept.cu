// bug: a total that is never cleared
// reason: wrong
// pattern: kept-between-runs
// says: something is kept from call to call
#include "reduction.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 1024

static __device__ unsigned long long kept, arrived;

__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    __shared__ long long partial[BLOCK_SIZE];
    int t = threadIdx.x;
    long long sum = 0;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + t; i < n;
         i += (size_t)gridDim.x * BLOCK_SIZE)
        sum += in[i];
    partial[t] = sum;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0) {
        atomicAdd(&kept, (unsigned long long)partial[0]);
        __threadfence();
        if (atomicAdd(&arrived, 1ULL) % gridDim.x == gridDim.x - 1)
            *total = (long long)atomicAdd(&kept, 0ULL);
    }
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, BLOCK_SIZE);
    if (blocks > MOST_BLOCKS)
        blocks = MOST_BLOCKS;

    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
