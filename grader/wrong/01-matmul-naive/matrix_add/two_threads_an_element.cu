// bug: a thread for a and one for b add to the same word
// reason: race
// says: race in global
// only: race
#include "matmul_naive.h"

__global__ void add_kernel(const int *from, int *c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 * count)
        c[i / 2] += from[i / 2 + i % 2 * count];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    int *d_both, count = width * height;
    size_t bytes = count * sizeof(int);
    if (count == 0)
        return;
    CHECK(cudaMalloc(&d_both, 2 * bytes));
    CHECK(cudaMemcpy(d_both, d_a, bytes, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(d_both + count, d_b, bytes, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemset(d_c, 0, bytes));
    add_kernel<<<blocks_for(2 * count, 256), 256>>>(d_both, d_c, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_both));
}
