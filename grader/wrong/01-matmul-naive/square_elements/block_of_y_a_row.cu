// bug: a block along y a row
// reason: cuda-error
// says: in y and z at most 65535
#include "matmul_naive.h"

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (row < height && col < width)
        out[row * width + col] = in[row * width + col] * in[row * width + col];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 grid(blocks_for(width, 256), height), block(256, 1);
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
