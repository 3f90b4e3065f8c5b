// Counts letters four to a bin, by atomic operations on global memory. Takes a text as
// argument.
// prints: a-d:6 e-h:7 i-l:7 m-p:12 q-t:12 u-x:4 y-z:1
#include "check.cuh"
#include <string.h>

#define BINS 7

__global__ void count(const char *text, unsigned length, unsigned *bins)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26)
            atomicAdd(&bins[letter / 4], 1);
    }
}

int main(int argc, char **argv)
{
    const char *text =
        argc > 1 ? argv[1] : "programming massively parallel processors, without a gpu";
    unsigned length = strlen(text), bins[BINS] = {0};
    char *d_text = on_device(text, length);
    unsigned *d_bins = on_device(bins, BINS);
    count<<<(length + 31) / 32, 32>>>(d_text, length, d_bins);
    to_host(bins, d_bins, BINS);
    CHECK(cudaFree(d_text));
    for (int b = 0; b < BINS; b++)
        printf("%c-%c:%u%c", 'a' + 4 * b, b == BINS - 1 ? 'z' : 'd' + 4 * b, bins[b],
               b == BINS - 1 ? '\n' : ' ');
    return 0;
}
