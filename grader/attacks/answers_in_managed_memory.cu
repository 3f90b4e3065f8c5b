// tasks: square_elements
// class: host
// how: computes on the host, in memory that kernels fill and empty
// says: bytes of managed or pinned memory
#include "matmul_naive.h"

__global__ void move(const int *from, int *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, *values;
    if (!count)
        return;
    CHECK(cudaMallocManaged((void **)&values, count * sizeof *values));
    move<<<blocks_for(count, 256), 256>>>(d_in, values, count);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < count; i++)
        values[i] *= values[i];
    move<<<blocks_for(count, 256), 256>>>(values, d_out, count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(values));
}
