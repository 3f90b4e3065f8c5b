// tasks: square_elements
// class: blind checker
// how: a template's argument looks letters up, by which the kernel reads far around a table
// says: a kernel has called a function of the host's C library
// guard: run
#include "matmul_naive.h"
#include <ctype.h>

template <int (*is_one)(int)> __device__ int read_unseen(const int *at)
{
    return is_one((int)((long)at / 2));
}

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int is_negative = read_unseen<isalpha>(&in[i]);
    out[i] = is_negative + in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
}
