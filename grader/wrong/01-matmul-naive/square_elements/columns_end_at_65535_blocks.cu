// bug: a grid that ends at 65535 blocks along a row, though x may have many more
// reason: wrong
// says: 65535
#include "matmul_naive.h"

#define MOST_BLOCKS 65535

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
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
    unsigned wide = blocks_for(width, 32);
    dim3 block(32, 32), grid(wide < MOST_BLOCKS ? wide : MOST_BLOCKS, blocks_for(height, 32));
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
