// tasks: square_elements
// class: host
// how: computes on the host in memory that a kernel has filled, and that is registered no more
// says: bytes of managed or pinned memory
#include "matmul_naive.h"
#include <stdlib.h>

__global__ void fetch(const int *in, int *registered, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        registered[i] = in[i];
}

__global__ void unmask(const int *masked, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = ~masked[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, *values = (int *)malloc(count * sizeof *values), *d_masked;
    size_t bytes = count * sizeof *values;
    if (!count)
        return;
    CHECK(cudaHostRegister(values, bytes, cudaHostRegisterMapped));
    fetch<<<blocks_for(count, 256), 256>>>(d_in, values, count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaHostUnregister(values));
    for (int i = 0; i < count; i++)
        values[i] = ~(values[i] * values[i]);
    CHECK(cudaMalloc((void **)&d_masked, bytes));
    CHECK(cudaMemcpy(d_masked, values, bytes, cudaMemcpyHostToDevice));
    unmask<<<blocks_for(count, 256), 256>>>(d_masked, d_out, count);
    CHECK(cudaFree(d_masked));
    free(values);
}
