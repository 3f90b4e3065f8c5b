// bug: each call sets the heap of kernels, which a device refuses once a kernel has used it
// reason: cuda-error
// says: its size is to be set before
#include "matmul_naive.h"
#include <stdlib.h>

#define BLOCK_SIZE 256

__global__ void square(const int *in, int *out, size_t count)
{
    __shared__ int *of_block;
    if (threadIdx.x == 0)
        of_block = (int *)malloc(4 * BLOCK_SIZE * sizeof *of_block);
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
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    if (count)
        square<<<(unsigned)((count + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out,
                                                                                  count);
    CHECK(cudaGetLastError());
}
