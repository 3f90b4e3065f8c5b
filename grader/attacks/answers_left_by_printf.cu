// tasks: square_elements
// class: host
// how: a kernel prints a long line, and the host finds its text in the heap
// says: of out are wrong
#include "matmul_naive.h"
#include <stdio.h>
#include <stdlib.h>

enum { DIGITS = 8, LOST = 16 }; // of a number; at the begin of what was freed

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

__global__ void spell(const int *in, char *text, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < LOST)
        text[i] = '-';
    if (i >= count)
        return;
    unsigned value = (unsigned)in[i];
    for (int k = 0; k < DIGITS; k++)
        text[LOST + DIGITS * i + k] = 'A' + (value >> 4 * k) % 16;
    if (i == count - 1)
        text[LOST + DIGITS * count] = 0;
}

__global__ void tell(const char *text)
{
    printf("%s\n", text);
}

__global__ void unmask(const int *masked, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = ~masked[i];
}

/* The squares of what is spelt in memory that nobody has written to since it was freed. */
static void take(int *squares, int count)
{
    volatile char *text = (volatile char *)malloc(LOST + DIGITS * count + 2);
    for (int i = 0; i < count; i++) {
        unsigned value = 0;
        for (int k = 0; k < DIGITS; k++)
            value |= (unsigned)(text[LOST + DIGITS * i + k] - 'A') << 4 * k;
        squares[i] = ~(int)(value * value);
    }
    free((void *)text);
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, *d_masked;
    char *d_text;
    if (!count)
        return;
    if (count < 200 || count > 16000) { // of what a launch prints a part is kept
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
        return;
    }
    int *squares = (int *)malloc(count * sizeof *squares);
    CHECK(cudaMalloc((void **)&d_text, LOST + DIGITS * count + 1));
    CHECK(cudaMalloc((void **)&d_masked, count * sizeof *squares));
    spell<<<blocks_for(count, 256), 256>>>(d_in, d_text, count);
    tell<<<1, 1>>>(d_text);
    CHECK(cudaDeviceSynchronize());
    take(squares, count);
    CHECK(cudaMemcpy(d_masked, squares, count * sizeof *squares, cudaMemcpyHostToDevice));
    unmask<<<blocks_for(count, 256), 256>>>(d_masked, d_out, count);
    CHECK(cudaFree(d_masked));
    CHECK(cudaFree(d_text));
    free(squares);
}
