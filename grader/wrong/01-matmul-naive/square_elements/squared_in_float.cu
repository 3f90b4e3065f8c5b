// bug: squares floats, which do not hold all whole numbers beyond 2^24
// reason: wrong
// pattern: squared-in-float
// says: these are squares of floats, which hold 24 bits
#include "matmul_naive.h"
__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    if (col < width && row < height) {
        size_t i = (size_t)row * width + col;
        float v = in[i];
        out[i] = (int)(v * v);
    }
}
EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (!width || !height)
        return;
    square_kernel<<<dim3(blocks_for(width, 32), blocks_for(height, 32)), dim3(32, 32)>>>(
        d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
