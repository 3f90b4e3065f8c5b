// bug: an addition in global memory a byte
// reason: technique
// says: they wait for each other
// only: technique
#include "histogram.h"

#define BLOCK_SIZE 256

__global__ void global_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        if (text[i] >= 'a' && text[i] <= 'z')
            atomicAdd(&bins[(text[i] - 'a') / 4], 1);
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    unsigned needed = blocks_for(n, BLOCK_SIZE), blocks = needed < 64 ? needed : 64;
    global_kernel<<<blocks, BLOCK_SIZE>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
