// tasks: histogram_shared
// how: the lanes of a warp vote, and one adds for all
// night: the votes on the many letters of one-bin take twelve seconds
#include "histogram.h"

// All lanes of a warp go through the loop equally often, since all take part in the votes: one
// on each of the three bits of the bin, where 7 stands for no bin and for the end of the text.
// Lane b then knows which lanes have bin b.
__global__ void votes_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned lane = threadIdx.x % 32, count = 0;
    size_t warp = (size_t)blockIdx.x * blockDim.x + threadIdx.x - lane;
    for (size_t first = warp; first < n; first += stride) {
        unsigned letter = first + lane < n ? text[first + lane] - 'a' : 26;
        unsigned bin = letter < 26 ? letter / 4 : 7, alike = 0xffffffff;
        for (int bit = 0; bit < 3; bit++) {
            unsigned votes = __ballot_sync(0xffffffff, bin >> bit & 1);
            alike &= lane >> bit & 1 ? votes : ~votes;
        }
        count += __popc(alike);
    }
    if (lane < LETTER_BINS)
        atomicAdd(&own[lane], count);
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
