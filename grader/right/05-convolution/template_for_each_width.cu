// tasks: convolve_2d_tiled
// how: a template for each width, so that the loops can be unrolled
#include "convolution.h"

#define TILE 16

template <int MASK_WIDTH>
__global__ void tiled_kernel(const float *in, const float *mask, float *out, int width,
                             int height)
{
    __shared__ float tile[TILE][TILE + 1];
    const int outputs = TILE - MASK_WIDTH + 1;
    int row = blockIdx.y * outputs + threadIdx.y - MASK_WIDTH / 2,
        col = blockIdx.x * outputs + threadIdx.x - MASK_WIDTH / 2;
    tile[threadIdx.y][threadIdx.x] =
        row >= 0 && row < height && col >= 0 && col < width ? in[(size_t)row * width + col] : 0;
    __syncthreads();
    row += MASK_WIDTH / 2;
    col += MASK_WIDTH / 2;
    if (threadIdx.y < outputs && threadIdx.x < outputs && row < height && col < width) {
        float sum = 0;
#pragma unroll
        for (int i = 0; i < MASK_WIDTH * MASK_WIDTH; i++)
            sum += mask[i] * tile[threadIdx.y + i / MASK_WIDTH][threadIdx.x + i % MASK_WIDTH];
        out[(size_t)row * width + col] = sum;
    }
}

template <int MASK_WIDTH>
static void launch(const float *d_in, const float *d_mask, float *d_out, int width, int height)
{
    const int outputs = TILE - MASK_WIDTH + 1;
    dim3 block(TILE, TILE), grid(blocks_for(width, outputs), blocks_for(height, outputs));
    tiled_kernel<MASK_WIDTH><<<grid, block>>>(d_in, d_mask, d_out, width, height);
    CHECK(cudaGetLastError());
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    if (mask_width == 1)
        launch<1>(d_in, d_mask, d_out, width, height);
    else if (mask_width == 3)
        launch<3>(d_in, d_mask, d_out, width, height);
    else if (mask_width == 5)
        launch<5>(d_in, d_mask, d_out, width, height);
    else if (mask_width == 7)
        launch<7>(d_in, d_mask, d_out, width, height);
    else
        launch<9>(d_in, d_mask, d_out, width, height);
}
