// bug: bins are merged after each chunk and keep what they had
// reason: wrong
// pattern: counts_too_high
// says: merged again before they are set back to 0
#include "histogram.h"
static __device__ int bin_of(unsigned char c)
{
    return c >= 'a' && c <= 'z' ? (c - 'a') / 4 : -1;
}
__global__ void count(const unsigned char *t, size_t n, unsigned *bins)
{
    __shared__ unsigned s[7];
    if (threadIdx.x < 7)
        s[threadIdx.x] = 0;
    for (size_t first = (size_t)blockIdx.x * 4096; first < n;
         first += (size_t)gridDim.x * 4096) {
        __syncthreads();
        for (size_t i = first + threadIdx.x; i < first + 4096 && i < n; i += blockDim.x) {
            int b = bin_of(t[i]);
            if (b >= 0)
                atomicAdd(&s[b], 1);
        }
        __syncthreads();
        if (threadIdx.x < 7)
            atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
    }
}
EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    unsigned g = (n + 255) / 256 < 1024 ? (unsigned)((n + 255) / 256) : 1024;
    count<<<12, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
