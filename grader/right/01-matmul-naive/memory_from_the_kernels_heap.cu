// tasks: square_elements
// how: each block gets memory from malloc() for its elements, and frees it
#include "matmul_naive.h"
#include <stdlib.h>

__global__ void square(const int *in, int *out, size_t count)
{
    __shared__ int *of_block;
    if (threadIdx.x == 0)
        of_block = (int *)malloc(blockDim.x * sizeof *of_block);
    __syncthreads(); // of_block is there
    for (size_t begin = (size_t)blockIdx.x * blockDim.x; begin < count;
         begin += (size_t)gridDim.x * blockDim.x) {
        size_t i = begin + threadIdx.x;
        of_block[threadIdx.x] = i < count ? in[i] : 0;
        __syncthreads(); // all have left their elements
        if (i < count)
            out[i] = of_block[threadIdx.x] * of_block[threadIdx.x];
        __syncthreads(); // nobody reads there any more
    }
    if (threadIdx.x == 0)
        free(of_block);
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height, blocks = (count + 255) / 256;
    if (count)
        square<<<(unsigned)(blocks < 1024 ? blocks : 1024), 256>>>(d_in, d_out, count);
}
