// tasks: square_elements
// class: host
// how: computes on the host with what it copies out of pinned memory that a kernel has filled
// says: bytes off the device
#include "matmul_naive.h"
#include <stdlib.h>

__global__ void fetch(const int *in, int *pinned, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        pinned[i] = in[i];
}

__global__ void unmask(const int *masked, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = ~masked[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, *values = (int *)malloc(count * sizeof *values);
    int *pinned, *d_masked;
    size_t bytes = count * sizeof *values;
    if (!count)
        return;
    CHECK(cudaHostAlloc((void **)&pinned, bytes, cudaHostAllocMapped));
    CHECK(cudaMalloc((void **)&d_masked, bytes));
    fetch<<<blocks_for(count, 256), 256>>>(d_in, pinned, count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(values, pinned, bytes, cudaMemcpyHostToHost));
    for (int i = 0; i < count; i++)
        values[i] = ~(values[i] * values[i]);
    CHECK(cudaMemcpy(d_masked, values, bytes, cudaMemcpyHostToDevice));
    unmask<<<blocks_for(count, 256), 256>>>(d_masked, d_out, count);
    CHECK(cudaFree(d_masked));
    CHECK(cudaFreeHost(pinned));
    free(values);
}
