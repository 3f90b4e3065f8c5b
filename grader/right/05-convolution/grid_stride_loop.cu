// tasks: convolve_1d
// how: at most 64 blocks, each thread takes several elements
// night: its few blocks take five seconds of a core; halo_from_memory.cu takes one
#include "convolution.h"

#define BLOCK_SIZE 256

__global__ void convolve_1d_kernel(const int *in, const int *mask, int *out, int n,
                                   int mask_width)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int sum = 0, radius = mask_width / 2;
        for (int k = max(i - radius, 0); k <= min(i + radius, n - 1); k++)
            sum += mask[k - i + radius] * in[k];
        out[i] = sum;
    }
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    convolve_1d_kernel<<<min(blocks_for(n, BLOCK_SIZE), 64u), BLOCK_SIZE>>>(d_in, d_mask, d_out,
                                                                            n, mask_width);
    CHECK(cudaGetLastError());
}
