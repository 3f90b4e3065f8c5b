// bug: constant memory is never filled
// reason: wrong
// pattern: zeros
// says: is the mask ever copied
#include "convolution.h"

#define BLOCK_WIDTH 16

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

static __device__ float at_or_zero(const float *in, int width, int height, int row, int col)
{
    bool there = row >= 0 && row < height && col >= 0 && col < width;
    return there ? in[(size_t)row * width + col] : 0;
}

__global__ void convolve_2d_kernel(const float *in, float *out, int mask_width, int width,
                                   int height)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y,
        col = blockIdx.x * blockDim.x + threadIdx.x;
    int radius = mask_width / 2;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += mask[i * mask_width + j] *
                   at_or_zero(in, width, height, row - radius + i, col - radius + j);
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(BLOCK_WIDTH, BLOCK_WIDTH);
    dim3 grid(blocks_for(width, BLOCK_WIDTH), blocks_for(height, BLOCK_WIDTH));
    convolve_2d_kernel<<<grid, block>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
