// tasks: convolve_2d_tiled
// how: 32 x 32 threads load, into shared memory of a size given at the launch
#include "convolution.h"

#define TILE 32

__global__ void tiled_kernel(const float *in, const float *mask, float *out, int mask_width,
                             int width, int height)
{
    extern __shared__ float tile[]; // rows of TILE + 1 words
    int x = threadIdx.x, y = threadIdx.y, outputs = TILE - mask_width + 1;
    int row = blockIdx.y * outputs + y - mask_width / 2,
        col = blockIdx.x * outputs + x - mask_width / 2;
    bool there = row >= 0 && row < height && col >= 0 && col < width;
    tile[y * (TILE + 1) + x] = there ? in[(size_t)row * width + col] : 0;
    __syncthreads();
    // The threads in the middle compute the elements that they have loaded.
    int first = mask_width / 2, last = first + outputs - 1;
    if (!there || x < first || x > last || y < first || y > last)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum +=
                mask[i * mask_width + j] * tile[(y - first + i) * (TILE + 1) + x - first + j];
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    int outputs = TILE - mask_width + 1;
    dim3 block(TILE, TILE), grid(blocks_for(width, outputs), blocks_for(height, outputs));
    tiled_kernel<<<grid, block, TILE *(TILE + 1) * sizeof(float)>>>(d_in, d_mask, d_out,
                                                                    mask_width, width, height);
    CHECK(cudaGetLastError());
}
