// bug: who arrives last is counted on in the next call
// reason: wrong
// pattern: kept-between-runs
// says: something is kept from call to call
#include "reduction.h"
__device__ unsigned arrived;
__global__ void kernel(const int *in, size_t n, long long *parts, long long *out)
{
    __shared__ long long part[256];
    __shared__ bool last;
    long long sum = 0;
    for (size_t i = (size_t)blockIdx.x * 256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256)
        sum += in[i];
    part[threadIdx.x] = sum;
    for (int s = 128; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
    }
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = part[0];
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        long long all = 0;
        for (int b = 0; b < gridDim.x; b++)
            all += ((volatile long long *)parts)[b];
        *out = all;
    }
}
EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    long long *parts;
    unsigned blocks = n < 256 * 2048 ? blocks_for(n, 2048) : 256;
    CHECK(cudaMalloc(&parts, blocks * sizeof *parts));
    kernel<<<blocks, 256>>>(d_in, n, parts, d_sum);
    CHECK(cudaFree(parts));
}
