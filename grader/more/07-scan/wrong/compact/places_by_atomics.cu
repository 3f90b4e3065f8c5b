// bug: places are given out in the order in which threads come
// reason: wrong
// says: elements of out are wrong
#include "compaction.h"

#define BLOCK_SIZE 256

__global__ void clear_kernel(int *out, size_t n, int *count)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n)
        out[i] = 0;
    if (i == 0)
        *count = 0;
}

__global__ void store_kernel(const int *in, int *out, size_t n, int *count)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n && in[i] > 0)
        out[atomicAdd(count, 1)] = in[i];
}

EXPORT void compact(const int *d_in, int *d_out, size_t n, int *d_count)
{
    unsigned blocks = (unsigned)(n / BLOCK_SIZE + 1);
    clear_kernel<<<blocks, BLOCK_SIZE>>>(d_out, n, d_count);
    store_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, n, d_count);
    CHECK(cudaGetLastError());
}
