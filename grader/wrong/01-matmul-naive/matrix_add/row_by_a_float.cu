// bug: the row comes from a division of floats, which do not tell elements beyond 2^24 apart
// reason: wrong
// pattern: some-unwritten
// says: threads that should write them are missing, or write elsewhere
#include "matmul_naive.h"
__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int row = (int)((float)i / width), col = i - (size_t)row * width;
    if (row < height && col < width && col >= 0)
        c[(size_t)row * width + col] =
            a[(size_t)row * width + col] + b[(size_t)row * width + col];
}
EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t count = (size_t)width * height;
    if (!count)
        return;
    add_kernel<<<blocks_for(count, 256), 256>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}
