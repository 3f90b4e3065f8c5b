// bug: an element a block, of one thread
// reason: technique
// says: of a warp's 32 threads work together
// only: technique
#include "matmul_naive.h"

__global__ void add_kernel(const int *a, const int *b, int *c)
{
    c[blockIdx.x] = a[blockIdx.x] + b[blockIdx.x];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    unsigned elements = (unsigned)width * height;
    if (elements == 0)
        return;
    add_kernel<<<elements, 1>>>(d_a, d_b, d_c);
    CHECK(cudaGetLastError());
}
