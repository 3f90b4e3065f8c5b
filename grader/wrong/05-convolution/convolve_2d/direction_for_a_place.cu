// bug: the direction stands where the place in the mask is asked for
// reason: wrong
// says: elements of out are wrong
#include "convolution.h"

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

__global__ void picture_kernel(const float *in, float *out, int mask_width, int width,
                               int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++) {
            int y = row - mask_width / 2 + i, x = col - mask_width / 2 + j;
            if (y >= 0 && y < height && x >= 0 && x < width)
                sum += mask[i * mask_width + j] * in[(size_t)y * width + x];
        }
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    size_t bytes = (size_t)mask_width * mask_width * sizeof *mask;
    CHECK(cudaMemcpyToSymbol(mask, d_mask, bytes, cudaMemcpyDeviceToDevice));
    dim3 block(16, 16), grid(blocks_for(width, 16), blocks_for(height, 16));
    picture_kernel<<<grid, block>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
