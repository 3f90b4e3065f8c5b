// bug: the place of an element is computed in a float
// reason: wrong
// pattern: some-unwritten
// says: a float counts no further than 16777216
#include "matmul_naive.h"

__global__ void k(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width) {
        int v = in[(size_t)((float)row * width + col)];
        out[(size_t)((float)row * width + col)] = v * v;
    }
}
EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 32), grid(blocks_for(width, 32), blocks_for(height, 32));
    k<<<grid, block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
