// tasks: convolve_2d_fast
// how: a tile, two outputs a thread, the mask from global memory for each term
#include "convolution.h"

#define WIDTH 32
#define HEIGHT 16
#define ROWS 8 // threads in y, each of which has two outputs
#define HALO (MAX_MASK_WIDTH - 1)

__global__ void fast_kernel(const float *in, const float *mask, float *out, int mask_width,
                            int width, int height)
{
    __shared__ float tile[HEIGHT + HALO][WIDTH + HALO];
    int x = threadIdx.x, y = threadIdx.y, halo = mask_width - 1;
    int top = blockIdx.y * HEIGHT, left = blockIdx.x * WIDTH;
    for (int i = y; i < HEIGHT + halo; i += ROWS) {
        for (int j = x; j < WIDTH + halo; j += WIDTH) {
            int row = top + i - halo / 2, col = left + j - halo / 2;
            bool there = row >= 0 && row < height && col >= 0 && col < width;
            tile[i][j] = there ? in[(size_t)row * width + col] : 0;
        }
    }
    __syncthreads(); // the tile is complete
    float sum[HEIGHT / ROWS] = {0};
    for (int i = 0; i < mask_width; i++)
        for (int j = 0; j < mask_width; j++)
            for (int e = 0; e < HEIGHT / ROWS; e++)
                sum[e] += mask[i * mask_width + j] * tile[y + e * ROWS + i][x + j];
    for (int e = 0; e < HEIGHT / ROWS; e++) {
        int row = top + y + e * ROWS;
        if (row < height && left + x < width)
            out[(size_t)row * width + left + x] = sum[e];
    }
}

EXPORT void convolve_2d_fast(const float *d_in, const float *d_mask, float *d_out,
                             int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 grid(blocks_for(width, WIDTH), blocks_for(height, HEIGHT)), block(WIDTH, ROWS);
    fast_kernel<<<grid, block>>>(d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
