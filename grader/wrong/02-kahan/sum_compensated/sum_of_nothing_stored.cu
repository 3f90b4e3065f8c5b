// bug: a sum is stored where there are no elements
// reason: out-of-bounds
// says: at size 0, as here, nothing is to be written
#include "kahan.h"

__global__ void part(const float4 *x4, const float *x, size_t n, double *out)
{
    __shared__ double sh[32];
    double v = 0;
    size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x,
           step = (size_t)gridDim.x * blockDim.x;
    bool aligned = (reinterpret_cast<size_t>(x) & 15) == 0;
    size_t n4 = aligned ? n / 4 : 0;
    for (size_t i = id; i < n4; i += step) {
        float4 q = x4[i];
        v += ((double)q.x + q.y) + ((double)q.z + q.w);
    }
    for (size_t i = 4 * n4 + id; i < n; i += step)
        v += x[i];
    for (int o = 16; o; o >>= 1)
        v += __shfl_xor_sync(~0u, v, o);
    if (threadIdx.x % 32 == 0)
        sh[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? sh[threadIdx.x] : 0;
        for (int o = 16; o; o >>= 1)
            v += __shfl_xor_sync(~0u, v, o);
        if (threadIdx.x == 0)
            out[blockIdx.x] = v;
    }
}

__global__ void last(const double *in, int k, float *sum)
{
    double v = 0;
    for (int i = threadIdx.x; i < k; i += 32)
        v += in[i];
    for (int o = 16; o; o >>= 1)
        v += __shfl_xor_sync(~0u, v, o);
    if (threadIdx.x == 0)
        *sum = (float)v;
}

__device__ double scratch[1024];

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    int blocks = n / 2048 + 1 < 1024 ? (int)(n / 2048 + 1) : 1024;
    double *p;
    CHECK(cudaGetSymbolAddress((void **)&p, scratch));
    part<<<blocks, 256>>>((const float4 *)d_x, d_x, n, p);
    last<<<1, 32>>>(p, blocks, d_sum);
    CHECK(cudaGetLastError());
}
