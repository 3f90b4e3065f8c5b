// tasks: histogram_shared
// how: each warp has bins of its own, padded to eight
#include "histogram.h"

#define WARPS 8

// Eight words a warp and not seven: no more than that, but the index is a shift.
__global__ void warps_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[WARPS][LETTER_BINS + 1];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane < LETTER_BINS)
        own[warp][lane] = 0;
    __syncwarp();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26)
            atomicAdd(&own[warp][letter / 4], 1);
    }
    __syncthreads();
    unsigned sum = 0;
    if (threadIdx.x < LETTER_BINS) {
        for (int each = 0; each < WARPS; each++)
            sum += own[each][threadIdx.x];
        atomicAdd(&bins[threadIdx.x], sum);
    }
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    warps_kernel<<<40, 32 * WARPS>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
