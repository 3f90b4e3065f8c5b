// tasks: square_elements
// class: host
// how: computes on the host, and takes and gives all by the name of a variable of the device
// says: the host has copied it to the device
#include "matmul_naive.h"
#include <stdlib.h>

__device__ int d_buffer[1 << 21];

__global__ void fetch(const int *in, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        d_buffer[i] = in[i];
}

__global__ void give(int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = d_buffer[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, *values = (int *)malloc(count * sizeof *values);
    if (!count)
        return;
    fetch<<<blocks_for(count, 256), 256>>>(d_in, count);
    CHECK(cudaMemcpyFromSymbol(values, d_buffer, count * sizeof *values));
    for (int i = 0; i < count; i++)
        values[i] *= values[i];
    CHECK(cudaMemcpyToSymbol(d_buffer, values, count * sizeof *values));
    give<<<blocks_for(count, 256), 256>>>(d_out, count);
    free(values);
}
