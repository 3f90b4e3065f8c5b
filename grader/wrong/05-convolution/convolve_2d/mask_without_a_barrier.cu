// bug: the mask's copy is not waited for
// reason: race
// pattern: not-a-number
// says: race in shared memory
#include "convolution.h"

static __device__ float at_or_zero(const float *in, int width, int height, int row, int col)
{
    bool there = row >= 0 && row < height && col >= 0 && col < width;
    return there ? in[(size_t)row * width + col] : 0;
}

__global__ void convolve_kernel(const float *in, const float *mask, float *out, int mask_width,
                                int width, int height)
{
    __shared__ float near[MAX_MASK_WIDTH * MAX_MASK_WIDTH];
    for (int i = threadIdx.x; i < mask_width * mask_width; i += blockDim.x)
        near[i] = mask[i];
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += near[i * mask_width + j] * at_or_zero(in, width, height,
                                                         row - mask_width / 2 + i,
                                                         col - mask_width / 2 + j);
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    convolve_kernel<<<dim3(blocks_for(width, 256), height), 256>>>(d_in, d_mask, d_out,
                                                                   mask_width, width, height);
    CHECK(cudaGetLastError());
}
