// bug: a block takes tiles in turn, and fills the next one before all have used the last
// reason: race
// says: tile
#include "convolution.h"

#define TILE 16
#define MOST_BLOCKS 2048

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

__global__ void tiled_kernel(const float *in, float *out, int mask_width, int width, int height)
{
    __shared__ float tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, outputs = TILE - mask_width + 1;
    int radius = mask_width / 2, col = blockIdx.x * outputs + x;
    for (int top = blockIdx.y * outputs; top < height; top += gridDim.y * outputs) {
        int row = top + y, from = row - radius, left = col - radius;
        bool there = from >= 0 && from < height && left >= 0 && left < width;
        tile[y][x] = there ? in[(size_t)from * width + left] : 0;
        __syncthreads();
        float sum = 0;
        if (y < outputs && x < outputs && row < height && col < width) {
            for (int i = 0; i < mask_width; i++)
                for (int j = 0; j < mask_width; j++)
                    sum += mask[i * mask_width + j] * tile[y + i][x + j];
            out[(size_t)row * width + col] = sum;
        }
    }
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    CHECK(cudaMemcpyToSymbol(mask, d_mask, (size_t)mask_width * mask_width * sizeof *mask, 0,
                             cudaMemcpyDeviceToDevice));
    int outputs = TILE - mask_width + 1;
    unsigned down = blocks_for(height, outputs);
    dim3 block(TILE, TILE),
        grid(blocks_for(width, outputs), down < MOST_BLOCKS ? down : MOST_BLOCKS);
    tiled_kernel<<<grid, block>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
