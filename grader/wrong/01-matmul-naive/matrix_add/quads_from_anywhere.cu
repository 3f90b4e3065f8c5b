// bug: quads are loaded from wherever the inputs begin
// reason: cuda-error
// reason: misaligned
// says: an address that is no multiple of 16
#include "matmul_naive.h"

__global__ void quads_kernel(const int4 *a, const int4 *b, int4 *c, size_t quads)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    int4 x = a[i], y = b[i];
    c[i] = make_int4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

__global__ void rest_kernel(const int *a, const int *b, int *c, size_t first, size_t n)
{
    size_t i = first + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t n = (size_t)width * height, quads = n / 4;
    if ((size_t)d_c % sizeof(int4) != 0)
        quads = 0;
    if (quads > 0)
        quads_kernel<<<blocks_for(quads, 256), 256>>>((const int4 *)d_a, (const int4 *)d_b,
                                                      (int4 *)d_c, quads);
    CHECK(cudaGetLastError());
    if (n > 4 * quads)
        rest_kernel<<<blocks_for(n - 4 * quads, 256), 256>>>(d_a, d_b, d_c, 4 * quads, n);
    CHECK(cudaGetLastError());
}
