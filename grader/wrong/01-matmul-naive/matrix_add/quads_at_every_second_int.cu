// bug: four ints are read at once wherever an address is a multiple of two
// reason: cuda-error
// reason: misaligned
// says: misaligned read of 16 bytes
#include "matmul_naive.h"

static __host__ __device__ bool is_even(const void *p)
{
    return (size_t)p % 8 == 0;
}

// A thread adds four neighbours, at once if it may.
__global__ void add_kernel(const int *a, const int *b, int *c, size_t n)
{
    size_t i = 4 * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n && is_even(a) && is_even(b) && is_even(c)) {
        int4 x = *(const int4 *)&a[i], y = *(const int4 *)&b[i];
        *(int4 *)&c[i] = make_int4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
        return;
    }
    for (int k = 0; k < 4 && i + k < n; k++)
        c[i + k] = a[i + k] + b[i + k];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t n = (size_t)width * height;
    if (n == 0)
        return;
    add_kernel<<<(unsigned)((n + 1023) / 1024), 256>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
