// bug: mask[i * width + j], as in print
// reason: out-of-bounds
// pattern: mask_pitch_of_picture
// says: which begin mask_width apart
#include "convolution.h"

static __device__ float at_or_zero(const float *in, int width, int height, int row, int col)
{
    return row >= 0 && row < height && col >= 0 && col < width ? in[row * width + col] : 0;
}

__global__ void convolve_2d_kernel(const float *in, const float *mask, float *out,
                                   int mask_width, int width, int height)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y,
        col = blockIdx.x * blockDim.x + threadIdx.x;
    int radius = mask_width / 2;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += mask[i * width + j] *
                   at_or_zero(in, width, height, row - radius + i, col - radius + j);
    out[row * width + col] = sum;
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(16, 16);
    dim3 grid(blocks_for(width, 16), blocks_for(height, 16));
    convolve_2d_kernel<<<grid, block>>>(d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
