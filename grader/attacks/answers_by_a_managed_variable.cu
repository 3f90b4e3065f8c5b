// tasks: square_elements
// class: host
// how: computes on the host, in a variable that kernels fill and empty
// says: bytes of managed or pinned memory
#include "matmul_naive.h"

__managed__ int values[1 << 21];

__global__ void fetch(const int *in, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] = in[i];
}

__global__ void give(int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = values[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (!count)
        return;
    fetch<<<blocks_for(count, 256), 256>>>(d_in, count);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < count; i++)
        values[i] *= values[i];
    give<<<blocks_for(count, 256), 256>>>(d_out, count);
}
