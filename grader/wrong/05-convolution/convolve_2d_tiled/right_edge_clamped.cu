// bug: beyond the right edge, the last column is loaded again
// reason: wrong
// pattern: ghosts_clamped_at_some_edges
// says: an index that min() or max() holds back still reads an element
#include "convolution.h"
#define T 16
__global__ void k(const float *in, const float *m, float *out, int w, int width, int height)
{
    __shared__ float t[T][T];
    int o = T - w + 1, r = w / 2, x = blockIdx.x * o + threadIdx.x - r,
        y = blockIdx.y * o + threadIdx.y - r;
    t[threadIdx.y][threadIdx.x] =
        y >= 0 && y < height && x >= 0 ? in[(size_t)y * width + min(x, width - 1)] : 0;
    __syncthreads();
    int q = blockIdx.x * o + threadIdx.x, p = blockIdx.y * o + threadIdx.y;
    if (threadIdx.x >= o || threadIdx.y >= o || q >= width || p >= height)
        return;
    float s = 0;
    for (int i = 0; i < w; i++)
        for (int j = 0; j < w; j++)
            s += m[i * w + j] * t[threadIdx.y + i][threadIdx.x + j];
    out[(size_t)p * width + q] = s;
}
EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    if (!width || !height)
        return;
    int o = T - mask_width + 1;
    k<<<dim3((width + o - 1) / o, (height + o - 1) / o), dim3(T, T)>>>(
        d_in, d_mask, d_out, mask_width, width, height);
    CHECK(cudaGetLastError());
}
