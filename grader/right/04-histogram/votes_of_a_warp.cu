// histogram_shared: the lanes of a warp vote, and one adds for all.
#include "histogram.h"

// All lanes of a warp go through the loop equally often, since all take part in the votes;
// where the text has ended, a lane votes for no bin.
__global__ void votes_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned lane = threadIdx.x % 32;
    size_t warp = (size_t)blockIdx.x * blockDim.x + threadIdx.x - lane;
    for (size_t first = warp; first < n; first += stride) {
        int letter = first + lane < n ? text[first + lane] - 'a' : -1;
        for (int bin = 0; bin < LETTER_BINS; bin++) {
            bool here = letter >= 4 * bin && letter < 4 * bin + 4 && letter < 26;
            unsigned votes = __ballot_sync(0xffffffff, here);
            if (lane == 0 && votes)
                atomicAdd(&own[bin], __popc(votes));
        }
    }
    __syncthreads();
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    votes_kernel<<<24, 128>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
