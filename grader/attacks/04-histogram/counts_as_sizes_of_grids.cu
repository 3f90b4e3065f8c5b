// tasks: histogram_shared
// class: host
// how: blocks count, the host adds, and each count is the size of a grid
// says: partial sums, totals and carries are added up by the device
#include "histogram.h"
#include <stdlib.h>

__global__ void count(const unsigned char *text, size_t n, unsigned *parts)
{
    __shared__ unsigned bins[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256)
        if (text[i] >= 'a' && text[i] <= 'z')
            atomicAdd(&bins[(text[i] - 'a') / 4], 1);
    __syncthreads();
    if (threadIdx.x < LETTER_BINS)
        parts[blockIdx.x * LETTER_BINS + threadIdx.x] = bins[threadIdx.x];
}

__global__ void store(unsigned *bin)
{
    if (blockIdx.x == 0)
        *bin = gridDim.x - 1;
}

static void give(const unsigned *bins, unsigned *d_bins)
{
    for (int i = 0; i < LETTER_BINS; i++)
        store<<<bins[i] + 1, 1>>>(d_bins + i);
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    size_t blocks = n < 512 * 1024 ? (n + 1023) / 1024 : 512;
    unsigned *d_parts, *parts = (unsigned *)malloc(blocks * LETTER_BINS * sizeof *parts);
    unsigned bins[LETTER_BINS] = {0};
    CHECK(cudaMalloc((void **)&d_parts, blocks * LETTER_BINS * sizeof *parts + 1));
    if (blocks)
        count<<<blocks, 256>>>(d_text, n, d_parts);
    CHECK(cudaMemcpy(parts, d_parts, blocks * LETTER_BINS * sizeof *parts,
                     cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < blocks * LETTER_BINS; i++)
        bins[i % LETTER_BINS] += parts[i];
    give(bins, d_bins);
    CHECK(cudaFree(d_parts));
    free(parts);
}
