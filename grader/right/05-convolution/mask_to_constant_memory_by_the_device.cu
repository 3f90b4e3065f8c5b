// tasks: convolve_2d_tiled
// how: a copy within the device brings the mask into constant memory, where all lanes want one
// word
#include "convolution.h"

enum { BLOCK = 16, MOST_MASK = 9 };

__constant__ float weights[MOST_MASK * MOST_MASK];

__global__ void convolve(const float *in, float *out, int mask_width, int width, int height)
{
    __shared__ float tile[BLOCK][BLOCK];
    int outputs = BLOCK - mask_width + 1, halo = mask_width / 2;
    int x = blockIdx.x * outputs + threadIdx.x - halo,
        y = blockIdx.y * outputs + threadIdx.y - halo;
    bool is_inside = x >= 0 && x < width && y >= 0 && y < height;
    tile[threadIdx.y][threadIdx.x] = is_inside ? in[(size_t)y * width + x] : 0;
    __syncthreads(); // the tile is there
    int col = threadIdx.x - halo, row = threadIdx.y - halo;
    if (!is_inside || col < 0 || col >= outputs || row < 0 || row >= outputs)
        return;
    float sum = 0;
    for (int j = 0; j < mask_width; j++)
        for (int i = 0; i < mask_width; i++)
            sum += weights[j * mask_width + i] * tile[row + j][col + i];
    out[(size_t)y * width + x] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    int outputs = BLOCK - mask_width + 1;
    if (width == 0 || height == 0)
        return;
    CHECK(cudaMemcpyToSymbol(weights, d_mask, sizeof(float) * mask_width * mask_width, 0,
                             cudaMemcpyDeviceToDevice));
    dim3 grid(blocks_for(width, outputs), blocks_for(height, outputs));
    convolve<<<grid, dim3(BLOCK, BLOCK)>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
