// tasks: histogram_shared
// how: blocks of 8 threads
#include "histogram.h"
__global__ void k(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned s[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26)
            atomicAdd(&s[letter / 4], 1);
    }
    __syncthreads();
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    size_t blocks = (n + 127) / 128;
    k<<<blocks, 8>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
