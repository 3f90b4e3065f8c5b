// bug: no more than 65535 blocks of 1024 threads, and no loop
// reason: wrong
// says: nothing of the arrays' second half was used
// says: is the number of blocks rounded down or computed from another
#include "matmul_naive.h"

__global__ void k(const int *a, const int *b, int *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t n = (size_t)width * height;
    if (n)
        k<<<min(blocks_for(n, 1024), 65535u), 1024>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
