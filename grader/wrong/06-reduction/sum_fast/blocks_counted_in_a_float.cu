// bug: counts the blocks in a float, so that the last elements of many have none
// reason: wrong
// pattern: tail_lost
// says: or counted in a float
#include "reduction.h"

#define BLOCK_SIZE 256
#define TILE 2048 // elements of a block

__global__ void sum_kernel(const int *in, size_t n, unsigned long long *total)
{
    __shared__ long long sums[BLOCK_SIZE];
    int t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * TILE;
    long long sum = 0;
    for (size_t i = first + t; i < n && i < first + TILE; i += BLOCK_SIZE)
        sum += in[i];
    sums[t] = sum;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            sums[t] += sums[t + stride];
    }
    if (t == 0)
        atomicAdd(total, (unsigned long long)sums[0]);
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    unsigned blocks = (unsigned)ceilf((float)n / TILE);
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, (unsigned long long *)d_sum);
    CHECK(cudaGetLastError());
}
