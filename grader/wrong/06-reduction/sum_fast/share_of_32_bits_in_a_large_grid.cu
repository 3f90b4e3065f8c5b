// bug: an int for a share, which has more than one element only behind a million
// reason: wrong
// pattern: lost-carry
// says: elements of sum
#include "reduction.h"

#define BLOCK_SIZE 256

__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    __shared__ long long partial[BLOCK_SIZE];
    int sum = 0;
    size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < n; i += stride)
        sum += in[i];
    partial[threadIdx.x] = sum;
    for (unsigned step = BLOCK_SIZE / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            partial[threadIdx.x] += partial[threadIdx.x + step];
    }
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)total, (unsigned long long)partial[0]);
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    size_t needed = (n + BLOCK_SIZE - 1) / BLOCK_SIZE, blocks = needed < 4096 ? needed : 4096;
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
