// bug: all elements added to one place
// reason: technique
// says: atomic additions for
// only: technique
#include "reduction.h"

#define BLOCK_SIZE 256

__global__ void sum_kernel(const int *in, size_t n, unsigned long long *sum)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, (unsigned long long)(long long)in[i]);
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    sum_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, n, (unsigned long long *)d_sum);
    CHECK(cudaGetLastError());
}
