// tasks: histogram_fast
// how: no shared memory; one lane adds for all of the warp with the same bin
// night: the votes on the many letters of one-bin take ten seconds
#include "histogram.h"

#define BLOCK_SIZE 128
#define MOST_BLOCKS 200

__global__ void fast_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t threads = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < n; i += threads) {
        int letter = text[i] - 'a';
        bool counts = letter >= 0 && letter < 26;
        int bin = counts ? letter / 4 : LETTER_BINS;
        unsigned same = __match_any_sync(__activemask(), bin);
        if (counts && (int)threadIdx.x % 32 == __ffs(same) - 1)
            atomicAdd(&bins[bin], __popc(same));
    }
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    unsigned needed = blocks_for(n, BLOCK_SIZE);
    unsigned blocks = needed < MOST_BLOCKS ? needed : MOST_BLOCKS;
    fast_kernel<<<blocks, BLOCK_SIZE>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
