// bug: the kernel of convolve_2d
// reason: technique
// says: sectors of 32 bytes
// only: technique
#include "convolution.h"

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

static __device__ float at_or_zero(const float *in, int width, int height, int row, int col)
{
    bool there = row >= 0 && row < height && col >= 0 && col < width;
    return there ? in[(size_t)row * width + col] : 0;
}

__global__ void plain_kernel(const float *in, float *out, int mask_width, int width, int height)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += mask[i * mask_width + j] * at_or_zero(in, width, height,
                                                         row - mask_width / 2 + i,
                                                         col - mask_width / 2 + j);
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    CHECK(cudaMemcpyToSymbol(mask, d_mask, (size_t)mask_width * mask_width * sizeof *mask, 0,
                             cudaMemcpyDeviceToDevice));
    dim3 block(16, 16), grid(blocks_for(width, 16), blocks_for(height, 16));
    plain_kernel<<<grid, block>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
