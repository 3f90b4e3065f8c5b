// square_elements: right but in one case, and it prints something else in each of several
// cases; judge.bats says what is shown of that.
#include "matmul_naive.h"
#include <stdio.h>

__global__ void square_aloud(const int *in, int *out, int count, int lines)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int line = 0; line < lines; line++)
        printf("größe\t%d\n", i);
    if (i < count)
        out[i] = in[i] * in[i];
}

static void print_on_the_host(int width, int height)
{
    printf("without an end, ");
    puts("and with one");
    if (width == 31) // narrower: no UTF-8, commands to the terminal, and too much
        printf("\303\244 \303 \r \033[31m \302\233 \342\200\256\n");
    for (int line = 0; line < (width == 31 ? 300000 : 9); line++)
        fprintf(height == 31 ? stderr : stdout, "%d of %d\n", line, width);
    fflush(stdout);
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    print_on_the_host(width, height);
    if (width == 1025) // many-blocks: prints of every thread
        square_aloud<<<blocks_for(count, 256), 256>>>(d_in, d_out, count, 5);
    else if (count == 1) // one
        square_aloud<<<1, 2>>>(d_in, d_out, count, 1);
    else if (count > 0)
        square_aloud<<<blocks_for(count, 256), 256>>>(d_in, d_out, count - (height == 31), 0);
}
