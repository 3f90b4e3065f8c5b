// tasks: histogram_global
// how: a function that is called from two branches asks which threads have come to it together
#include "histogram.h"

#include <cooperative_groups.h>

#define BLOCK_SIZE 256

// All threads that are here together have come by the same call: one adds for all of them.
__device__ void count_together(unsigned *bin)
{
    cooperative_groups::coalesced_group together = cooperative_groups::coalesced_threads();
    if (together.thread_rank() == 0)
        atomicAdd(bin, together.size());
}

__global__ void count_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    for (; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned letter = text[i] - 'a';
        if (letter < 4)
            count_together(bins);
        else if (letter < 8)
            count_together(bins + 1);
        else if (letter < 26)
            atomicAdd(&bins[letter / 4], 1);
    }
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof(unsigned)));
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, BLOCK_SIZE);
    if (blocks > 1024)
        blocks = 1024;
    count_kernel<<<blocks, BLOCK_SIZE>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
