// tasks: argmax
// how: a launch finds the largest value, another one the lowest index where it lies
#include "combining.h"

#include <limits.h>

#define BLOCK_SIZE 256
#define SHARE 8

// Ordered as the values are.
static __device__ int order_of(float value)
{
    int bits = __float_as_int(value + 0.0f);
    return bits >= 0 ? bits : bits ^ INT_MAX;
}

__global__ void largest_kernel(const float *in, size_t n, int *largest)
{
    __shared__ int of_block;
    int own = INT_MIN;
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE * SHARE + threadIdx.x;
    for (int k = 0; k < SHARE && i < n; k++, i += BLOCK_SIZE)
        own = max(own, order_of(in[i]));
    for (int stride = 16; stride > 0; stride /= 2)
        own = max(own, __shfl_xor_sync(0xffffffffu, own, stride));
    if (threadIdx.x == 0)
        of_block = INT_MIN;
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        atomicMax(&of_block, own);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(largest, of_block);
}

__global__ void first_kernel(const float *in, size_t n, const int *largest, unsigned *index)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n && order_of(in[i]) == *largest)
        atomicMin(index, (unsigned)i);
}

__global__ void set_kernel(int *value)
{
    *value = INT_MIN;
}

EXPORT void argmax(const float *d_in, size_t n, int *d_index)
{
    CHECK(cudaMemset(d_index, 0xff, sizeof *d_index)); // the largest unsigned, and -1
    if (n == 0)
        return;
    int *d_largest;
    CHECK(cudaMalloc(&d_largest, sizeof *d_largest));
    set_kernel<<<1, 1>>>(d_largest);
    largest_kernel<<<blocks_for(n, BLOCK_SIZE * SHARE), BLOCK_SIZE>>>(d_in, n, d_largest);
    first_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, n, d_largest,
                                                            (unsigned *)d_index);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_largest));
}
