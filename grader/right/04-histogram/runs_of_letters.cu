// tasks: histogram_shared
// how: adds once for a run of letters of the same bin
#include "histogram.h"

// A thread remembers the bin of its last letter and how many came in a row; a share of
// neighbours makes the runs long where letters repeat.
__global__ void runs_kernel(const unsigned char *text, size_t n, size_t share, unsigned *bins)
{
    extern __shared__ unsigned own[];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * share;
    int last = -1;
    unsigned run = 0;
    for (size_t i = first; i < n && i < first + share; i++) {
        int letter = text[i] - 'a';
        int bin = letter >= 0 && letter < 26 ? letter / 4 : -1;
        if (bin != last && last >= 0)
            atomicAdd(&own[last], run);
        run = bin == last ? run + 1 : 1;
        last = bin;
    }
    if (last >= 0)
        atomicAdd(&own[last], run);
    __syncthreads();
    if (threadIdx.x < LETTER_BINS && own[threadIdx.x])
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    runs_kernel<<<blocks_for(n, 64 * 16), 64, LETTER_BINS * sizeof(unsigned)>>>(d_text, n, 16,
                                                                                d_bins);
    CHECK(cudaGetLastError());
}
