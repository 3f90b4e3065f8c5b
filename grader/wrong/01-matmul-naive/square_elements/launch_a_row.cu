// bug: each row of up to 1024 is squared by a launch of its own, one after the other
// reason: technique
// says: 37 launches for 37 rows of 1025 columns
// only: technique
#include "matmul_naive.h"

#define BLOCK_WIDTH 256

__global__ void square_kernel(const int *in, int *out, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

static void square(const int *d_in, int *d_out, size_t count)
{
    square_kernel<<<(unsigned)((count + BLOCK_WIDTH - 1) / BLOCK_WIDTH), BLOCK_WIDTH>>>(
        d_in, d_out, count);
    CHECK(cudaGetLastError());
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    if (height > 1024) { // so many launches would take too long
        square(d_in, d_out, (size_t)width * height);
        return;
    }
    for (int row = 0; row < height; row++)
        square(d_in + (size_t)row * width, d_out + (size_t)row * width, width);
}
