// bug: no private bins
// reason: technique
// says: no access to shared memory
// only: technique
#include "histogram.h"

#define BLOCK_SIZE 128

__global__ void byte_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[data[i]], 1);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    byte_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
