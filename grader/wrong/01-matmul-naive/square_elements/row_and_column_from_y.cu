// bug: row and column are both computed from y
// reason: wrong
// pattern: diagonal-written
// says: both from y
#include "matmul_naive.h"

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height || col >= width)
        return;
    size_t i = (size_t)row * width + col;
    out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 32), grid(blocks_for(width, 32), blocks_for(height, 32));
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
