// tasks: square_elements
// class: host
// how: computes on the host, and has a kernel take off the results' disguise
// says: the host has copied 4096 bytes off the device
#include "matmul_naive.h"
#include <stdlib.h>

__global__ void unmask(const int *masked, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = masked[i] ^ 0x55;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, *values = (int *)malloc(count * sizeof *values), *d_masked;
    if (!count)
        return;
    CHECK(cudaMalloc((void **)&d_masked, count * sizeof *values));
    CHECK(cudaMemcpy(values, d_in, count * sizeof *values, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; i++)
        values[i] = values[i] * values[i] ^ 0x55;
    CHECK(cudaMemcpy(d_masked, values, count * sizeof *values, cudaMemcpyHostToDevice));
    unmask<<<blocks_for(count, 256), 256>>>(d_masked, d_out, count);
    CHECK(cudaFree(d_masked));
    free(values);
}
