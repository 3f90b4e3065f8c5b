// bug: clears a __device__ array by a copy to the host, which has another array of that name
// reason: cuda-error
// says: the destination is a variable of the device
#include "histogram.h"
__device__ unsigned mine[7];
__device__ int bin_of(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}
__global__ void global_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&mine[bin], 1);
    }
}
EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 7 * sizeof(unsigned)));
    if (!n)
        return;
    CHECK(cudaMemcpy(mine, d_bins, sizeof mine, cudaMemcpyDeviceToHost));
    unsigned blocks = blocks_for(n, 256), grid = blocks < 1024 ? blocks : 1024;
    global_kernel<<<grid, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(d_bins, mine, sizeof mine, 0, cudaMemcpyDeviceToDevice));
}
