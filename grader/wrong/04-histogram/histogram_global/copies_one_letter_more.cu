// bug: copies a letter too many
// reason: cuda-error
// says: runs past its end
#include "histogram.h"

__global__ void count(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        if (text[i] >= 'a' && text[i] <= 'z')
            atomicAdd(&bins[(text[i] - 'a') / 4], 1);
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    unsigned char *d_own;
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    CHECK(cudaMalloc(&d_own, n + 1));
    CHECK(cudaMemcpy(d_own, d_text, n + 1, cudaMemcpyDeviceToDevice)); // a 0 at the end?
    count<<<64, 256>>>(d_own, n, d_bins);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_own));
}
