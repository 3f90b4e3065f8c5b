// bug: keys are made of the bits as they are, so that 0 comes above -0
// reason: wrong
// pattern: zeros_by_bits
// says: 0 and -0 are equally large
#include "combining.h"

#define BLOCK_SIZE 256
#define SHARE 16
#define ALL 0xffffffffu

typedef unsigned long long key_type;

// Larger keys are larger values, or equal ones of a lower index. The bits of a float are in the
// order of the values once those below 0 are inverted.
static __device__ key_type key_of(float value, unsigned index)
{
    unsigned bits = __float_as_uint(value);
    bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
    return (key_type)bits << 32 | ~index;
}

__global__ void best_kernel(const float *in, size_t n, key_type *best)
{
    key_type own = 0;
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE * SHARE + threadIdx.x;
    for (int k = 0; k < SHARE && i < n; k++, i += BLOCK_SIZE)
        own = max(own, key_of(in[i], (unsigned)i));
    for (int stride = 16; stride > 0; stride /= 2)
        own = max(own, __shfl_xor_sync(ALL, own, stride));
    if (threadIdx.x % 32 == 0)
        atomicMax(best, own);
}

__global__ void index_kernel(const key_type *best, int *index)
{
    *index = (int)~(unsigned)*best; // of the key 0, which no element has, -1
}

EXPORT void argmax(const float *d_in, size_t n, int *d_index)
{
    key_type *d_best;
    CHECK(cudaMalloc(&d_best, sizeof *d_best));
    CHECK(cudaMemset(d_best, 0, sizeof *d_best));
    if (n > 0)
        best_kernel<<<blocks_for(n, BLOCK_SIZE * SHARE), BLOCK_SIZE>>>(d_in, n, d_best);
    CHECK(cudaGetLastError());
    index_kernel<<<1, 1>>>(d_best, d_index);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_best));
}
