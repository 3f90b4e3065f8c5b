// tasks: square_elements
// how: blocks of 32 x 8, and a macro that ends the program where a launch is refused
#include "matmul_naive.h"
#include <stdio.h>
#include <stdlib.h>

#define CUDA_OK(call)                                                                          \
    do {                                                                                       \
        cudaError_t error = (call);                                                            \
        if (error != cudaSuccess) {                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));     \
            exit(EXIT_FAILURE);                                                                \
        }                                                                                      \
    } while (0)

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    size_t i = (size_t)y * width + x;
    out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_OK(cudaGetLastError());
}
