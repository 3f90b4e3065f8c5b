// tasks: convolve_1d convolve_2d
// how: a tile is as small as half a warp, and what other blocks have in theirs is read from
// global memory, by few lanes at a time
#include "convolution.h"

#define LINE 16
#define TILE 32

__constant__ float weights[MAX_MASK_WIDTH * MAX_MASK_WIDTH];

__global__ void line_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    __shared__ int own[LINE];
    long long first = (long long)blockIdx.x * LINE, i = first + threadIdx.x;
    own[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < mask_width && i < n; j++) {
        long long k = i - mask_width / 2 + j;
        if (k >= first && k < first + LINE)
            sum += mask[j] * own[k - first];
        else if (k >= 0 && k < n)
            sum += mask[j] * in[k];
    }
    if (i < n)
        out[i] = sum;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    line_kernel<<<blocks_for(n, LINE), LINE>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}

__global__ void picture_kernel(const float *in, float *out, int mask_width, int width,
                               int height)
{
    __shared__ float own[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, radius = mask_width / 2;
    int col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    bool mine = row < height && col < width;
    own[y][x] = mine ? in[(size_t)row * width + col] : 0;
    __syncthreads();
    float sum = 0;
    for (int i = -radius; i <= radius && mine; i++)
        for (int j = -radius; j <= radius; j++) {
            float weight = weights[(i + radius) * mask_width + j + radius];
            if (y + i >= 0 && y + i < TILE && x + j >= 0 && x + j < TILE)
                sum += weight * own[y + i][x + j];
            else if (row + i >= 0 && row + i < height && col + j >= 0 && col + j < width)
                sum += weight * in[(size_t)(row + i) * width + col + j];
        }
    if (mine)
        out[(size_t)row * width + col] = sum;
}

EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height)
{
    if (width == 0 || height == 0)
        return;
    CHECK(cudaMemcpyToSymbol(weights, d_mask, mask_width * mask_width * sizeof(float), 0,
                             cudaMemcpyDeviceToDevice));
    picture_kernel<<<dim3(blocks_for(width, TILE), blocks_for(height, TILE)),
                     dim3(TILE, TILE)>>>(d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
