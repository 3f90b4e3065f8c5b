// square_elements: right, but for one fault in each of several cases; judge.bats says which
// words belong to which.
#include "matmul_naive.h"
#include <stdlib.h>

__global__ void square(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width)
        out[row * width + col] = in[row * width + col] * in[row * width + col];
}

static void square_rightly(const int *d_in, int *d_out, int width, int height)
{
    dim3 grid(blocks_for(width, 32), blocks_for(height, 32)), block(32, 32);
    if (width && height)
        square<<<grid, block>>>(d_in, d_out, width, height);
}

__global__ void never_end(int *out)
{
    while (*(volatile int *)out != 123456)
        continue;
}

__device__ int deeper(volatile int *level)
{
    volatile int here[256] = {*level + 1};
    return deeper(here) + here[0];
}

__global__ void overflow_the_stack(int *out)
{
    volatile int level = 0;
    out[0] = deeper(&level);
}

__global__ void write_at(int *out, long index)
{
    out[index] = 1;
}

static int deeper_on_the_host(volatile int *level)
{
    volatile int here[1024] = {*level + 1};
    return deeper_on_the_host(here) + here[0];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    volatile int level = 0;
    if (width == 1 && height == 1)
        return;                          // never launched
    if (width == 1025 && height == 1057) // the last case: what comes after it is not run
        never_end<<<1, 1>>>(d_out);
    else if (width == 33)
        *(volatile int *)nullptr = 1;
    else if (height == 31)
        abort();
    else if (height == 33)
        overflow_the_stack<<<1, 1>>>(d_out);
    else if (width == 1025)
        square<<<1, 2048>>>(d_in, d_out, width, height);
    else if (width == 1024)
        write_at<<<1, 1>>>(d_out, -(1L << 36)); // above, an address may have too many bits
    else if (height == 1024)
        d_out[0] = d_in[0];
    else if (width == 70)
        deeper_on_the_host(&level);
    else
        square_rightly(d_in, d_out, width, height);
    if (height == 1025)
        write_at<<<1, 1>>>(d_out, (long)width * height);
}
