// bug: only masks up to 7 x 7 get a tile
// reason: technique
// says: it moves
// only: technique
#include "convolution.h"

#define TILE 16
__constant__ float mask[MAX_TILED_MASK_WIDTH * MAX_TILED_MASK_WIDTH];
__global__ void k3(const float *in, float *out, int w, int width, int height)
{
    __shared__ float tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, o = TILE - w + 1, r = w / 2;
    int row = blockIdx.y * o + y, col = blockIdx.x * o + x;
    int sr = row - r, sc = col - r;
    tile[y][x] =
        sr >= 0 && sr < height && sc >= 0 && sc < width ? in[(size_t)sr * width + sc] : 0;
    __syncthreads();
    if (y < o && x < o && row < height && col < width) {
        float sum = 0;
        for (int i = 0; i < w; i++)
            for (int j = 0; j < w; j++)
                sum += mask[i * w + j] * tile[y + i][x + j];
        out[(size_t)row * width + col] = sum;
    }
}
static void tiled(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                  int width, int height)
{
    if (width == 0 || height == 0)
        return;
    CHECK(cudaMemcpyToSymbol(mask, d_mask, mask_width * mask_width * sizeof(float), 0,
                             cudaMemcpyDeviceToDevice));
    int o = TILE - mask_width + 1;
    dim3 grid((width + o - 1) / o, (height + o - 1) / o);
    k3<<<grid, dim3(TILE, TILE)>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}

#define BX 16
#define BY 16
__constant__ float mask2[MAX_MASK_WIDTH * MAX_MASK_WIDTH];
__global__ void k2(const float *in, float *out, int w, int width, int height)
{
    int row = blockIdx.y * BY + threadIdx.y, col = blockIdx.x * BX + threadIdx.x, r = w / 2;
    if (row >= height || col >= width)
        return;
    float sum = 0;
    for (int i = 0; i < w; i++)
        for (int j = 0; j < w; j++) {
            int y = row - r + i, x = col - r + j;
            if (y >= 0 && y < height && x >= 0 && x < width)
                sum += mask2[i * w + j] * in[(size_t)y * width + x];
        }
    out[(size_t)row * width + col] = sum;
}
EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    if (mask_width <= 7) {
        tiled(d_in, d_mask, d_out, mask_width, width, height);
        return;
    }
    CHECK(cudaMemcpyToSymbol(mask2, d_mask, mask_width * mask_width * sizeof(float), 0,
                             cudaMemcpyDeviceToDevice));
    dim3 grid((width + BX - 1) / BX, (height + BY - 1) / BY);
    k2<<<grid, dim3(BX, BY)>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
