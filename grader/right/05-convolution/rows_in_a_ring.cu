// tasks: convolve_2d_fast
// how: a block walks down a strip with a ring of rows; each thread reads the mask again for
// each output, from constant memory
#include "convolution.h"
#define BX 64
#define STRIP 24
__constant__ float mask_c[MAX_MASK_WIDTH][MAX_MASK_WIDTH];
__global__ void rolling(const float *in, float *out, int w, int width, int height)
{
    __shared__ float ring[MAX_MASK_WIDTH][BX + MAX_MASK_WIDTH - 1];
    const int r = w / 2, x0 = blockIdx.x * BX, span = BX + w - 1;
    const int y_begin = blockIdx.y * STRIP, y_end = min(height, y_begin + STRIP);
    auto load = [&](int y) {
        int slot = (y + w) % w;
        for (int i = threadIdx.x; i < span; i += BX) {
            int x = x0 + i - r;
            ring[slot][i] =
                y >= 0 && y < height && x >= 0 && x < width ? in[(size_t)y * width + x] : 0.0f;
        }
    };
    for (int y = y_begin - r; y < y_begin + r; y++)
        load(y);
    for (int y = y_begin; y < y_end; y++) {
        load(y + r);
        __syncthreads();
        float s = 0;
        for (int i = 0; i < w; i++) {
            int slot = (y - r + i + w) % w;
            for (int j = 0; j < w; j++)
                s += mask_c[i][j] * ring[slot][threadIdx.x + j];
        }
        if (x0 + (int)threadIdx.x < width)
            out[(size_t)y * width + x0 + threadIdx.x] = s;
        __syncthreads();
    }
}
EXPORT void convolve_2d_fast(const float *d_in, const float *d_mask, float *d_out,
                             int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    void *to;
    CHECK(cudaGetSymbolAddress(&to, mask_c));
    CHECK(cudaMemcpy2D(to, MAX_MASK_WIDTH * sizeof(float), d_mask, mask_width * sizeof(float),
                       mask_width * sizeof(float), mask_width, cudaMemcpyDeviceToDevice));
    rolling<<<dim3((width + BX - 1) / BX, (height + STRIP - 1) / STRIP), BX>>>(
        d_in, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
