// bug: n % TILE for the length of the last tile, with seven elements a thread
// reason: wrong
// pattern: fewer
// says: elements of sum
#include "reduction.h"

#define BLOCK_SIZE 256
#define TILE (7 * BLOCK_SIZE)

__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    __shared__ long long partial[BLOCK_SIZE];
    const int *tile = in + (size_t)blockIdx.x * TILE;
    unsigned length = blockIdx.x == gridDim.x - 1 ? n % TILE : TILE;
    long long sum = 0;
    for (unsigned i = threadIdx.x; i < length; i += BLOCK_SIZE)
        sum += tile[i];
    partial[threadIdx.x] = sum;
    for (unsigned stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)total, (unsigned long long)partial[0]);
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    sum_kernel<<<(n + TILE - 1) / TILE, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
