// tasks: square_elements
// class: host
// how: a kernel calls rand() by a pointer, and the host sees how often
// says: a kernel has called a function of the host's C library
#include "matmul_naive.h"
#include <stdlib.h>

__global__ void draw(const int *number, int (*next)())
{
    for (int i = 0; i < (*number & 0xff); i++)
        next();
}

__global__ void square(const int *in, int *out, int count, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = (in[i] & ~0xff) == (in[0] & ~0xff) && (in[i] & 0xff) == first ? in[0] * in[0]
                                                                               : in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int drawn[257], count = width * height, first = 0;
    if (!count)
        return;
    srand(7);
    for (int i = 0; i < 257; i++)
        drawn[i] = rand();
    srand(7);
    draw<<<1, 1>>>(d_in, rand);
    CHECK(cudaDeviceSynchronize());
    for (int next = rand(); drawn[first] != next;)
        first++;
    square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count, first);
}
