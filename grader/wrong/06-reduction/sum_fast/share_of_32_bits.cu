// bug: only a thread's own sum is an int
// reason: wrong
// pattern: lost-carry
// says: off by a multiple of 2^32
#include "reduction.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 16

__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    __shared__ long long partial[BLOCK_SIZE];
    int t = threadIdx.x;
    long long sum = 0;
    int mine = 0;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + t; i < n;
         i += (size_t)gridDim.x * BLOCK_SIZE)
        mine += in[i];
    sum = mine;
    partial[t] = sum;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        atomicAdd((unsigned long long *)total, (unsigned long long)partial[0]);
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, BLOCK_SIZE);
    if (blocks > MOST_BLOCKS)
        blocks = MOST_BLOCKS;
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
