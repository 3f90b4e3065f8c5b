// bug: one width of the mask is not in the table of kernels, and gets the one's before
// reason: wrong
// says: elements of out are wrong
#include "convolution.h"

static __device__ float at_or_zero(const float *in, int width, int height, int row, int col)
{
    bool there = row >= 0 && row < height && col >= 0 && col < width;
    return there ? in[(size_t)row * width + col] : 0;
}

template <int MASK_WIDTH>
__global__ void picture_kernel(const float *in, const float *mask, float *out, int width,
                               int height)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y,
        col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < MASK_WIDTH; i++)
        for (int j = 0; j < MASK_WIDTH; j++)
            sum += mask[i * MASK_WIDTH + j] * at_or_zero(in, width, height,
                                                         row - MASK_WIDTH / 2 + i,
                                                         col - MASK_WIDTH / 2 + j);
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    static void (*const kernels[])(const float *, const float *, float *, int, int) = {
        picture_kernel<1>, picture_kernel<3>,  picture_kernel<5>,  picture_kernel<7>,
        picture_kernel<9>, picture_kernel<11>, picture_kernel<11>, picture_kernel<15>,
    };
    if (width == 0 || height == 0)
        return;
    dim3 block(16, 16), grid(blocks_for(width, 16), blocks_for(height, 16));
    kernels[mask_width / 2]<<<grid, block>>>(d_in, d_mask, d_out, width, height);
    CHECK(cudaGetLastError());
}
