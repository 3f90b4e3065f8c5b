// tasks: convolve_2d_fast
// how: a column of the tile in registers serves four outputs below each other
#include "convolution.h"

struct Mask {
    float v[225];
};

template <int W>
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ in, const float *__restrict__ gm, float *__restrict__ out,
      int width, int height)
{
    constexpr int R = W / 2, TW = 32 + W - 1;
    __shared__ float t[TW][TW + 1];
    __shared__ float m[W * W];
    int tid = threadIdx.y * 32 + threadIdx.x, x0 = blockIdx.x * 32 - R,
        y0 = blockIdx.y * 32 - R;
    for (int i = tid; i < W * W; i += 256)
        m[i] = gm[i];
    for (int i = tid; i < TW * TW; i += 256) {
        int yy = y0 + i / TW, xx = x0 + i % TW;
        t[i / TW][i % TW] =
            yy >= 0 && yy < height && xx >= 0 && xx < width ? in[(size_t)yy * width + xx] : 0.f;
    }
    __syncthreads();
    float acc[4] = {};
#pragma unroll 1
    for (int j = 0; j < W; j++) {
        float col[W + 3];
#pragma unroll
        for (int i = 0; i < W + 3; i++)
            col[i] = t[threadIdx.y * 4 + i][threadIdx.x + j];
#pragma unroll
        for (int i = 0; i < W; i++)
#pragma unroll
            for (int u = 0; u < 4; u++)
                acc[u] = fmaf(m[i * W + j], col[i + u], acc[u]);
    }
    int x = x0 + R + threadIdx.x;
    for (int u = 0; u < 4; u++) {
        int y = y0 + R + threadIdx.y * 4 + u;
        if (x < width && y < height)
            out[(size_t)y * width + x] = acc[u];
    }
}

EXPORT void convolve_2d_fast(const float *d_in, const float *d_mask, float *d_out,
                             int mask_width, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 b(32, 8), g((width + 31) / 32, (height + 31) / 32);
    switch (mask_width) {

#define C(W)                                                                                   \
    case W:                                                                                    \
        k<W><<<g, b>>>(d_in, d_mask, d_out, width, height);                                    \
        break;
        C(1) C(3) C(5) C(7) C(9) C(11) C(13) C(15)
    }
    CHECK(cudaGetLastError());
}
