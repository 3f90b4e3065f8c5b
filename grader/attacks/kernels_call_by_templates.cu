// tasks: square_elements
// class: blind checker
// how: a template's argument is a function of the C library, by which the kernel loads unseen
// says: a kernel has called a function of the host's C library
#include "matmul_naive.h"
#include <string.h>

template <int (*compare)(const char *, const char *, size_t)>
__device__ int loaded(const int *at, size_t one)
{
    const char *byte = (const char *)at;
    unsigned value = 0;
    for (int i = 0; i < 4; i++)
        value |= (unsigned)compare(byte + i, "", one) << 8 * i;
    return (int)value;
}

__global__ void square(const int *in, int *out, int count, size_t one)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int value = loaded<strncmp>(&in[i], one);
    out[i] = value * value;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count, 1);
}
