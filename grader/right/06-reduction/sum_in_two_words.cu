// tasks: sum_fast
// how: two words of 32 bits are added to by atomics, with the carry of the lower one
#include "reduction.h"
static __device__ unsigned low, high;
__global__ void clear()
{
    low = high = 0;
}
__device__ void add(long long v)
{
    unsigned l = (unsigned)v, h = (unsigned)((unsigned long long)v >> 32);
    unsigned old = atomicAdd(&low, l);
    unsigned carry = old + l < old;
    if (h + carry)
        atomicAdd(&high, h + carry);
}
__global__ void sum(const int *in, size_t n)
{
    long long v = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        v += in[i];
    for (int o = 16; o; o /= 2)
        v += __shfl_xor_sync(~0u, v, o);
    if (threadIdx.x % 32 == 0)
        add(v);
}
__global__ void give(long long *out)
{
    *out = (long long)((unsigned long long)high << 32 | low);
}
EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    clear<<<1, 1>>>();
    sum<<<(unsigned)(n / 4096 + 1 < 640 ? n / 4096 + 1 : 640), 256>>>(d_in, n);
    give<<<1, 1>>>(d_sum);
    CHECK(cudaGetLastError());
}
