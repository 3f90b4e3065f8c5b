// bug: a __device__ array has room for the parts of 4096 blocks
// reason: cuda-error
// says: past the end of parts
#include "reduction.h"
__device__ long long parts[4096];
__device__ unsigned done;
__global__ void k(const int *in, size_t n, long long *sum)
{
    int t = threadIdx.x;
    long long v = 0;
    for (size_t i = (size_t)blockIdx.x * 256 + t; i < n; i += (size_t)gridDim.x * 256)
        v += in[i];
    __shared__ long long s[256];
    s[t] = v;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    __shared__ bool last;
    if (t == 0) {
        parts[blockIdx.x] = s[0];
        __threadfence();
        last = atomicAdd(&done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        long long x = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            x += ((volatile long long *)parts)[i];
        *sum = x;
        done = 0;
    }
}
EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    unsigned b = blocks_for(n, 2048);
    k<<<b, 256>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
