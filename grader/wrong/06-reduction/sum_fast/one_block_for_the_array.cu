// bug: one block for the whole array, as for a row of row_sums
// reason: technique
// says: 256 threads do the work for 100003 elements
// only: technique
#include "reduction.h"

#define BLOCK_SIZE 256

__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    __shared__ long long partial[BLOCK_SIZE];
    long long sum = 0;
    for (size_t i = threadIdx.x; i < n; i += BLOCK_SIZE)
        sum += in[i];
    partial[threadIdx.x] = sum;
    for (unsigned stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        *total = partial[0];
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    sum_kernel<<<1, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
