// bug: the tile drops fractions
// reason: wrong
// pattern: zeros
// says: cut off the fraction
#include "convolution.h"

#define TILE 16

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

static void load_mask(const float *d_mask, int mask_width)
{
    CHECK(cudaMemcpyToSymbol(mask, d_mask, (size_t)mask_width * mask_width * sizeof *mask, 0,
                             cudaMemcpyDeviceToDevice));
}

static __device__ float at_or_zero(const float *in, int width, int height, int row, int col)
{
    bool there = row >= 0 && row < height && col >= 0 && col < width;
    return there ? in[(size_t)row * width + col] : 0;
}

static __host__ __device__ int output_width(int mask_width)
{
    return TILE - mask_width + 1;
}

__global__ void convolve_2d_tiled_kernel(const float *in, float *out, int mask_width, int width,
                                         int height)
{
    __shared__ int tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, outputs = output_width(mask_width);
    int row = blockIdx.y * outputs + y, col = blockIdx.x * outputs + x, radius = mask_width / 2;
    tile[y][x] = at_or_zero(in, width, height, row - radius, col - radius);
    __syncthreads();
    if (y >= outputs || x >= outputs || row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            sum += mask[i * mask_width + j] * tile[y + i][x + j];
    out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    load_mask(d_mask, mask_width);
    int outputs = output_width(mask_width);
    dim3 block(TILE, TILE), grid(blocks_for(width, outputs), blocks_for(height, outputs));
    convolve_2d_tiled_kernel<<<grid, block>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
