// tasks: histogram_global
// how: each thread takes a share of neighbouring bytes
// night: it takes seven seconds of a core; cleared_by_a_kernel.cu takes five
#include "histogram.h"

// The last share may be shorter, and those of surplus threads are empty.
__global__ void share_kernel(const unsigned char *text, size_t n, size_t share, unsigned *bins)
{
    size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * share;
    size_t end = first + share < n ? first + share : n;
    for (size_t i = first; i < end; i++)
        if (text[i] >= 'a' && text[i] <= 'z')
            atomicAdd(&bins[(text[i] - 'a') / 4], 1);
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    size_t threads = 8 * 96, share = (n + threads - 1) / threads;
    share_kernel<<<8, 96>>>(d_text, n, share, d_bins);
    CHECK(cudaGetLastError());
}
