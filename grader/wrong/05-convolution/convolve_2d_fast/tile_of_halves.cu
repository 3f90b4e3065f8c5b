// bug: the tile keeps its elements in 16 bits
// reason: wrong
// pattern: few_digits
// says: right to two or three digits only
#include "convolution.h"

#include <cuda_fp16.h>
#define W 64
#define R 16
__constant__ float weights[MAX_MASK_WIDTH * MAX_MASK_WIDTH];
__global__ void k(const float *in, float *out, int w, int width, int height)
{
    __shared__ __half tile[R + MAX_MASK_WIDTH - 1][W + MAX_MASK_WIDTH - 1];
    int r = w / 2, left = blockIdx.x * W, top = blockIdx.y * R;
    for (int i = threadIdx.x; i < (R + w - 1) * (W + w - 1); i += 256) {
        int y = i / (W + w - 1), x = i % (W + w - 1), row = top + y - r, col = left + x - r;
        tile[y][x] = __float2half(row >= 0 && row < height && col >= 0 && col < width
                                      ? in[(size_t)row * width + col]
                                      : 0.0f);
    }
    __syncthreads();
    for (int q = threadIdx.x; q < W * R; q += 256) {
        int y = q / W, x = q % W;
        float sum = 0;
        for (int i = 0; i < w; i++)
            for (int j = 0; j < w; j++)
                sum += weights[i * w + j] * __half2float(tile[y + i][x + j]);
        if (top + y < height && left + x < width)
            out[(size_t)(top + y) * width + left + x] = sum;
    }
}
EXPORT void convolve_2d_fast(const float *d_in, const float *d_mask, float *d_out,
                             int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    CHECK(cudaMemcpyToSymbolAsync(weights, d_mask, sizeof(float) * mask_width * mask_width, 0,
                                  cudaMemcpyDeviceToDevice, 0));
    k<<<dim3(blocks_for(width, W), blocks_for(height, R)), 256>>>(d_in, d_out, mask_width,
                                                                  width, height);
    CHECK(cudaGetLastError());
}
