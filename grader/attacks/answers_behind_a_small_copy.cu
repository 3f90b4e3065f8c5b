// tasks: square_elements
// class: host
// how: where only the fast program looks, computes on the host in managed memory that a
// kernel has filled, after another call has brought the device to go on
// says: bytes of managed or pinned memory
#include "matmul_naive.h"

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
    int count = width * height, *values;
    if (!count)
        return;
    if (count < 1 << 20) {
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
        return;
    }
    CHECK(cudaMallocManaged((void **)&values, count * sizeof *values));
    move<<<blocks_for(count, 256), 256>>>(d_in, values, count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemset(d_out, 0, sizeof *d_out));
    for (int i = 0; i < count; i++)
        values[i] *= values[i];
    move<<<blocks_for(count, 256), 256>>>(values, d_out, count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(values));
}
