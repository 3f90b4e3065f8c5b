// tasks: square_elements
// how: a kernel writes to pinned memory as well, in which the host looks when all is launched;
// a factor comes from a variable of the device, which the host has set and read back
#include "matmul_naive.h"
#include <stdio.h>

__device__ int d_factor;

__global__ void square(const int *in, int *out, int *copy, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        copy[i] = out[i] = d_factor * in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, factor = 1, negative = 0, *copy;
    if (count == 0)
        return;
    CHECK(cudaMemcpyToSymbol(d_factor, &factor, sizeof factor));
    CHECK(cudaMemcpyFromSymbol(&factor, d_factor, sizeof factor));
    CHECK(cudaMallocHost((void **)&copy, count * sizeof *copy));
    square<<<blocks_for(count, 256), 256>>>(d_in, d_out, copy, count);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < count; i++)
        negative += copy[i] < 0;
    if (negative)
        printf("%d squares are too large\n", negative);
    CHECK(cudaFreeHost(copy));
}
