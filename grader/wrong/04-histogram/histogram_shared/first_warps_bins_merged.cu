// bug: each warp has bins of its own, and the first one's are merged
// reason: wrong
// pattern: first_warp_only
// says: the bytes of each block's first warp
#include "histogram.h"
static __device__ int bin_of(unsigned char c)
{
    return c >= 'a' && c <= 'z' ? (c - 'a') / 4 : -1;
}
__global__ void count(const unsigned char *t, size_t n, unsigned *bins)
{
    __shared__ unsigned s[8][7];
    for (int i = threadIdx.x; i < 56; i += blockDim.x)
        s[i / 7][i % 7] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        int b = bin_of(t[i]);
        if (b >= 0)
            atomicAdd(&s[threadIdx.x / 32][b], 1);
    }
    __syncthreads();
    if (threadIdx.x < 7)
        atomicAdd(&bins[threadIdx.x], s[0][threadIdx.x]);
}
EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    unsigned g = (n + 255) / 256 < 1024 ? (unsigned)((n + 255) / 256) : 1024;
    count<<<g, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
