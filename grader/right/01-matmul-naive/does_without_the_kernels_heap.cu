// tasks: square_elements
// how: blocks take 16 KiB each from malloc(), in turns, and those that get none do without
#include "matmul_naive.h"
#include <stdlib.h>

#define BLOCK_SIZE 256
#define ROOM 4096 // elements, to be sure

__global__ void square(const int *in, int *out, size_t count)
{
    __shared__ int *of_block;
    for (size_t begin = blockIdx.x * (size_t)BLOCK_SIZE; begin < count;
         begin += gridDim.x * (size_t)BLOCK_SIZE) {
        if (threadIdx.x == 0)
            of_block = (int *)malloc(ROOM * sizeof *of_block);
        __syncthreads(); // of_block is there, or is NULL
        size_t i = begin + threadIdx.x;
        int element = i < count ? in[i] : 0;
        if (of_block)
            of_block[threadIdx.x] = element;
        if (i < count)
            out[i] = of_block ? element * of_block[threadIdx.x] : element * element;
        __syncthreads(); // nobody reads there any more
        if (threadIdx.x == 0)
            free(of_block);
    }
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height, blocks = (count + BLOCK_SIZE - 1) / BLOCK_SIZE;
    if (count)
        square<<<(unsigned)(blocks < 2000 ? blocks : 2000), BLOCK_SIZE>>>(d_in, d_out, count);
    CHECK(cudaGetLastError());
}
