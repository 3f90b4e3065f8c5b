// bug: each block takes 16 KiB from malloc(): a device holds more blocks than its heap has room
// reason: cuda-error
// says: the kernels' heap was full
#include "matmul_naive.h"
#include <stdlib.h>

#define BLOCK_SIZE 256
#define ROOM 4096 // elements, to be sure

__global__ void square(const int *in, int *out, size_t count)
{
    __shared__ int *of_block;
    if (threadIdx.x == 0)
        of_block = (int *)malloc(ROOM * sizeof *of_block);
    __syncthreads();
    size_t i = blockIdx.x * (size_t)BLOCK_SIZE + threadIdx.x;
    of_block[threadIdx.x] = i < count ? in[i] : 0;
    if (i < count)
        out[i] = of_block[threadIdx.x] * of_block[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        free(of_block);
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height;
    if (count)
        square<<<(unsigned)((count + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out,
                                                                                  count);
    CHECK(cudaGetLastError());
}
