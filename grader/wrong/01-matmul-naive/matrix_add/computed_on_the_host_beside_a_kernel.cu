// bug: the host adds, the kernel does nothing
// reason: from-host
// says: the host has copied it
#include "matmul_naive.h"
#include <stdlib.h>

__global__ void nothing_kernel(void)
{
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t n = (size_t)width * height, bytes = n * sizeof(int);
    if (n == 0)
        return;
    int *a = (int *)malloc(bytes), *b = (int *)malloc(bytes);
    CHECK(cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(b, d_b, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < n; i++)
        a[i] += b[i];
    CHECK(cudaMemcpy(d_c, a, bytes, cudaMemcpyHostToDevice));
    nothing_kernel<<<1, 1>>>();
    CHECK(cudaGetLastError());
    free(a);
    free(b);
}
