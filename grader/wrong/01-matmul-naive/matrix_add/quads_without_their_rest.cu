// bug: what is left behind the last quad is added only if it is odd
// reason: wrong
// pattern: tail-unwritten
// says: from element 7068 on nothing was written
#include "matmul_naive.h"
__global__ void add_kernel(const int *a, const int *b, int *c, size_t count)
{
    size_t i = 4 * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < count) {
        for (int j = 0; j < 4; j++)
            c[i + j] = a[i + j] + b[i + j];
    } else if (count % 2) {
        for (; i < count; i++)
            c[i] = a[i] + b[i];
    }
}
EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t count = (size_t)width * height;
    if (!count)
        return;
    add_kernel<<<blocks_for(count, 1024), 256>>>(d_a, d_b, d_c, count);
    CHECK(cudaGetLastError());
}
