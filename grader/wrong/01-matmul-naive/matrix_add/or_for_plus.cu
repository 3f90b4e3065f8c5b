// bug: the bits of both are joined, where + carries
// reason: wrong
// pattern: other-operation
// says: by another operation than +
#include "matmul_naive.h"

__global__ void add_kernel(const int *a, const int *b, int *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] | b[i];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t n = (size_t)width * height;
    if (n == 0)
        return;
    add_kernel<<<blocks_for(n, 256), 256>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
