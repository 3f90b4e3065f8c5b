// tasks: square_elements
// class: host
// how: has a function of the host compute between two kernels of a stream
// says: bytes of managed or pinned memory
#include "matmul_naive.h"

static int *values, number;

__global__ void move(const int *from, int *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

static void compute(void *)
{
    for (int i = 0; i < number; i++)
        values[i] *= values[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    number = width * height;
    if (!number)
        return;
    CHECK(cudaMallocHost((void **)&values, number * sizeof *values));
    move<<<blocks_for(number, 256), 256>>>(d_in, values, number);
    CHECK(cudaLaunchHostFunc(0, compute, NULL));
    move<<<blocks_for(number, 256), 256>>>(values, d_out, number);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFreeHost(values));
}
