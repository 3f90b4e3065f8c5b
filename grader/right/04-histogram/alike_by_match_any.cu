// tasks: histogram_fast
// how: lanes with the same bin find each other, and one adds for all of them
#include "histogram.h"

__global__ void h(const unsigned char *t, size_t n, unsigned *bins)
{
    __shared__ unsigned s[8];
    if (threadIdx.x < 8)
        s[threadIdx.x] = 0;
    __syncthreads();
    size_t step = (size_t)gridDim.x * blockDim.x, rounds = (n + step - 1) / step;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t r = 0; r < rounds; r++, i += step) {
        unsigned p = i < n ? t[i] - 'a' : 99, b = p < 26 ? p / 4 : 7;
        unsigned peers = __match_any_sync(~0u, b);
        if (__ffs(peers) - 1 == threadIdx.x % 32)
            atomicAdd(&s[b], __popc(peers));
    }
    __syncthreads();
    if (threadIdx.x < 7)
        atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 28));
    if (!n)
        return;
    h<<<(unsigned)min(n / 1024 + 1, (size_t)1024), 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
