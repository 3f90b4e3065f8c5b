// bug: a total that outlives the call is set to 0 at every other call only
// reason: wrong
// pattern: kept-between-runs
// says: something is kept from call to call
#include "reduction.h"

__device__ unsigned long long total;

__global__ void clear_kernel(void)
{
    total = 0;
}

__global__ void sum_kernel(const int *in, size_t n)
{
    __shared__ long long part[256];
    long long sum = 0;
    for (size_t i = (size_t)blockIdx.x * 256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256)
        sum += in[i];
    part[threadIdx.x] = sum;
    for (int stride = 128; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            part[threadIdx.x] += part[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        atomicAdd(&total, (unsigned long long)part[0]);
}

__global__ void store_kernel(long long *sum)
{
    *sum = (long long)total;
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    static bool is_clear;
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, 1024);
    if (blocks > 1024)
        blocks = 1024;
    if (!is_clear)
        clear_kernel<<<1, 1>>>();
    is_clear = !is_clear;
    sum_kernel<<<blocks, 256>>>(d_in, n);
    store_kernel<<<1, 1>>>(d_sum);
    CHECK(cudaGetLastError());
}
