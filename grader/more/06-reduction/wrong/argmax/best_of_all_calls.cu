// bug: the best so far is kept from call to call
// reason: wrong
// says: it is right where no call was before
#include "combining.h"
__device__ unsigned long long pack(float v, int i)
{
    unsigned bits = __float_as_uint(v + 0.0f);
    bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
    return (unsigned long long)bits << 32 | (unsigned)~i;
}
static __device__ unsigned long long best;
__global__ void reset()
{
    best = 0;
}
__global__ void find(const float *in, size_t n)
{
    unsigned long long m = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long key = pack(in[i], (int)i);
        m = key > m ? key : m;
    }
    for (int o = 16; o > 0; o /= 2) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, m, o);
        m = other > m ? other : m;
    }
    if (threadIdx.x % 32 == 0)
        atomicMax(&best, m);
}
__global__ void unpack(int *index)
{
    *index = (int)~(unsigned)best;
}
EXPORT void argmax(const float *d_in, size_t n, int *d_index)
{
    if (n == 0) {
        CHECK(cudaMemset(d_index, 0xff, sizeof *d_index));
        return;
    }
    size_t blocks = (n + 1023) / 1024;
    find<<<(unsigned)(blocks < 1024 ? blocks : 1024), 256>>>(d_in, n);
    unpack<<<1, 1>>>(d_index);
    CHECK(cudaGetLastError());
}
