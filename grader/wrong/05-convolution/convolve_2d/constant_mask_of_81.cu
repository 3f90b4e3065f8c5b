// bug: constant memory has room for masks of 9 x 9 alone
// reason: wrong
// pattern: mask_in_part
// says: which has 81 elements
#include "convolution.h"
__constant__ float held[81];
__global__ void kernel(const float *in, const float *mask, float *out, int mw, int width,
                       int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x,
        row = blockIdx.y * blockDim.y + threadIdx.y, r = mw / 2;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mw; i++)
        for (int j = 0; j < mw; j++) {
            int y = row + i - r, x = col + j - r;
            if (y >= 0 && y < height && x >= 0 && x < width)
                sum += in[(size_t)y * width + x] * held[i * mw + j];
        }
    out[(size_t)row * width + col] = sum;
}
EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    CHECK(cudaMemcpyToSymbol(held, d_mask, (mask_width > 9 ? 81 : mask_width * mask_width) * 4,
                             0, cudaMemcpyDeviceToDevice));
    if (width && height)
        kernel<<<dim3(blocks_for(width, 16), blocks_for(height, 16)), dim3(16, 16)>>>(
            d_in, d_mask, d_out, mask_width, width, height);
}
