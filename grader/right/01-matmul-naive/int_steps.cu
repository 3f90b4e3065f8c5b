// tasks: square_elements
// how: as textbooks have it: a loop in steps of the grid, in an int, for fewer than 2^31
// elements
#include "matmul_naive.h"

__global__ void square_kernel(const int *in, int *out, size_t count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height;
    unsigned blocks = count < 262144 ? blocks_for(count, 256) : 1024;
    if (count == 0)
        return;
    square_kernel<<<blocks, 256>>>(d_in, d_out, count);
    CHECK(cudaGetLastError());
}
