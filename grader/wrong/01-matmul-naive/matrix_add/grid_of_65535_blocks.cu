// bug: a thread an element, and a grid of 65535 blocks at most, the largest that y and z take
// reason: wrong
// pattern: tail-unwritten
// says: Or does the grid end somewhere, as at 65535 blocks?
#include "matmul_naive.h"
__global__ void add_kernel(const int *a, const int *b, int *c, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        c[i] = a[i] + b[i];
}
EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t count = (size_t)width * height;
    if (!count)
        return;
    unsigned blocks = blocks_for(count, 256), grid = blocks < 65535 ? blocks : 65535;
    add_kernel<<<grid, 256>>>(d_a, d_b, d_c, count);
    CHECK(cudaGetLastError());
}
