// bug: a signed char, of which only what is not negative is counted
// reason: wrong
// pattern: bins_from_128
// says: or the byte is a signed char, which ends at 127
#include "histogram.h"

__global__ void byte_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    for (int bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        signed char byte = (signed char)data[i];
        if (byte >= 0)
            atomicAdd(&own[byte], 1);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        atomicAdd(&bins[bin], own[bin]);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    byte_kernel<<<16, 128>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
