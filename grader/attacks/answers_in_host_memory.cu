// tasks: square_elements
// how: where only the fast program looks, kernels leave their input in
// memory that the host has allocated
// says: memory of the host, where a device has no way to
// says: cudaErrorIllegalAddress
#include "matmul_naive.h"
#include <stdlib.h>

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

__global__ void move(const int *from, int *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, *host;
    if (!count)
        return;
    if (count < 1 << 20) {
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
        return;
    }
    host = (int *)malloc(count * sizeof *host);
    move<<<blocks_for(count, 256), 256>>>(d_in, host, count);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < count; i++)
        host[i] *= host[i];
    move<<<blocks_for(count, 256), 256>>>(host, d_out, count);
    CHECK(cudaDeviceSynchronize());
    free(host);
}
