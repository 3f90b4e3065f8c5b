// bug: adds floats, which do not hold all whole numbers beyond 2^24
// reason: wrong
// pattern: added-in-float
// says: these are sums of floats, which hold 24 bits
#include "matmul_naive.h"
__global__ void add_kernel(const int *a, const int *b, int *c, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        c[i] = (float)a[i] + (float)b[i];
}
EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t count = (size_t)width * height;
    if (!count)
        return;
    add_kernel<<<blocks_for(count, 256), 256>>>(d_a, d_b, d_c, count);
    CHECK(cudaGetLastError());
}
