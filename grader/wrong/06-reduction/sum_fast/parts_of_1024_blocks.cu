// bug: there is room for the sums of 1024 blocks, and the grid may be larger
// reason: wrong
// pattern: nothing-written
// says: which has 1024 elements
#include "reduction.h"
static __device__ unsigned int retirementCount = 0;
static __device__ long long partial[1024];
template <int B> __device__ long long blockSum(long long v)
{
    __shared__ long long warp_sums[B / 32];
#pragma unroll
    for (int o = 16; o; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if ((threadIdx.x & 31) == 0)
        warp_sums[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < B / 32 ? warp_sums[threadIdx.x] : 0;
#pragma unroll
        for (int o = 16; o; o >>= 1)
            v += __shfl_down_sync(0xffffffffu, v, o);
    }
    __syncthreads();
    return v;
}
template <int B> __global__ void reduceSinglePass(const int *in, size_t n, long long *out)
{
    size_t head = ((16 - (size_t)in % 16) % 16) / 4;
    if (head > n)
        head = n;
    const int4 *body = (const int4 *)(in + head);
    size_t quads = (n - head) / 4, tail = head + 4 * quads;
    size_t id = (size_t)blockIdx.x * B + threadIdx.x, stride = (size_t)gridDim.x * B;
    long long v = 0;
    for (size_t q = id; q < quads; q += stride) {
        int4 x = body[q];
        v += (long long)x.x + x.y + x.z + x.w;
    }
    if (id < head)
        v += in[id];
    if (id < n - tail)
        v += in[tail + id];
    v = blockSum<B>(v);
    __shared__ bool amLast;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = v;
        __threadfence();
        amLast = atomicInc(&retirementCount, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!amLast)
        return;
    __threadfence();
    v = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += B)
        v += partial[i];
    v = blockSum<B>(v);
    if (threadIdx.x == 0)
        *out = v;
}
EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    size_t blocks = (n + 1023) / 1024;
    reduceSinglePass<256><<<(unsigned)(blocks), 256>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
