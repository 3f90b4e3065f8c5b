// bug: loads words where there are whole ones, wherever the text begins
// reason: misaligned
// says: misaligned read of 4 bytes at byte 0 of text
#include "histogram.h"
__device__ int bin_of(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}
__global__ void global_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    if (n % 4 == 0) {
        for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += stride) {
            uchar4 v = ((const uchar4 *)text)[i];
            int four[4] = {bin_of(v.x), bin_of(v.y), bin_of(v.z), bin_of(v.w)};
            for (int j = 0; j < 4; j++)
                if (four[j] >= 0)
                    atomicAdd(&bins[four[j]], 1);
        }
        return;
    }
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&bins[bin], 1);
    }
}
EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 7 * sizeof(unsigned)));
    if (!n)
        return;
    unsigned blocks = blocks_for(n, 256), grid = blocks < 1024 ? blocks : 1024;
    global_kernel<<<grid, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
