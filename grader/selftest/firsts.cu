// Two kernels with a race beside what it seems to follow from; judge.bats says what comes
// first.
#include "matmul_naive.h"

__constant__ int scale;
__device__ int place;

// All threads write what no kernel may.
__global__ void write_a_constant(const int *in, int *out)
{
    *(int *)&scale = in[threadIdx.x]; // constant
    place = in[threadIdx.x];
    out[threadIdx.x] = place;
}

// The tile has elements that nobody has written.
__global__ void read_what_nobody_wrote(const int *a, int *c)
{
    __shared__ int tile[64], sum;
    tile[threadIdx.x / 2] = a[threadIdx.x];
    sum = tile[63]; // unwritten
    c[threadIdx.x] = sum;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width && height)
        write_a_constant<<<1, 32>>>(d_in, d_out);
}

EXPORT void matrix_add(const int *d_a, const int *, int *d_c, int width, int height)
{
    if (width && height)
        read_what_nobody_wrote<<<1, 32>>>(d_a, d_c);
}
