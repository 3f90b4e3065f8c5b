// bug: a loop stores five elements in a thread's array of four
// reason: out-of-bounds
// says: an array of the thread's own
#include "matmul_naive.h"

__global__ void sq(const int *in, int *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int v[4];
    if (x < w && y < h) {
        size_t i = (size_t)y * w + x;
        for (int k = 0; k <= 4; k++)
            v[k] = in[i] + k;
        int s = 0;
        for (int k = 0; k < 4; k++)
            s += v[k] - k;
        out[i] = (s / 4) * (s / 4);
    }
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    sq<<<dim3(blocks_for(width, 32), blocks_for(height, 32)), dim3(32, 32)>>>(d_in, d_out,
                                                                              width, height);
    CHECK(cudaGetLastError());
}
