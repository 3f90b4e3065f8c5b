// bug: one thread counts all that the block has loaded
// reason: technique
// says: mostly by one thread of a warp
// only: technique
#include "histogram.h"

__global__ void k(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned b[7];
    __shared__ unsigned char part[256];
    size_t i = blockIdx.x * 256 + threadIdx.x;
    part[threadIdx.x] = i < n ? text[i] : 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int j = 0; j < 7; j++)
            b[j] = 0;
        for (int j = 0; j < 256; j++)
            if (part[j] >= 'a' && part[j] <= 'z')
                b[(part[j] - 'a') / 4]++;
        for (int j = 0; j < 7; j++)
            atomicAdd(&bins[j], b[j]);
    }
}
EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 7 * sizeof *d_bins));
    if (n)
        k<<<blocks_for(n, 256), 256>>>(d_text, n, d_bins);
}
