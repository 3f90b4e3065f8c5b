// tasks: square_elements
// class: host
// how: the host gives kernels a function of its own, by which they write to where it can read
// says: a kernel has called a function of the host's C library
#include "matmul_naive.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARE = 500 };
struct message {
    char mark, place[3], digits[8];
};
typedef size_t write_function(const void *, size_t, size_t, FILE *);

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

__global__ void tell(const int *in, int count, write_function *write, FILE *file)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    unsigned value = (unsigned)in[i];
    struct message message = {
        '#', {(char)('A' + i % 8), (char)('A' + i / 8 % 8), (char)('A' + i / 64)}, {}};
    for (int k = 0; k < 8; k++)
        message.digits[k] = (char)('A' + (value >> 4 * k) % 16);
    write(&message, sizeof message, 1, file);
}

__global__ void unmask(const int *masked, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = ~masked[i];
}

static void hear(const char *buffer, int *values)
{
    for (int at = 0; at < 8000; at++) {
        const struct message *m = (const struct message *)(buffer + at);
        unsigned value = 0;
        if (m->mark != '#')
            continue;
        for (int k = 0; k < 8; k++)
            value |= (unsigned)(m->digits[k] - 'A') << 4 * k;
        int i = m->place[0] - 'A' + 8 * (m->place[1] - 'A') + 64 * (m->place[2] - 'A');
        values[i] = ~(int)(value * value);
    }
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, *d_masked;
    if (!count)
        return;
    if (count < 200 || count > 50000) {
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
        return;
    }
    int *values = (int *)malloc((count + 1000) * sizeof *values);
    CHECK(cudaMalloc((void **)&d_masked, count * sizeof *values));
    for (int begin = 0; begin < count; begin += SHARE) {
        int share = count - begin < SHARE ? count - begin : SHARE;
        fflush(stdout);
        tell<<<blocks_for(share, 256), 256>>>(d_in + begin, share, fwrite, stdout);
        CHECK(cudaDeviceSynchronize());
        hear(((char **)stdout)[7], values + begin); // where its buffer begins
    }
    CHECK(cudaMemcpy(d_masked, values, count * sizeof *values, cudaMemcpyHostToDevice));
    unmask<<<blocks_for(count, 256), 256>>>(d_masked, d_out, count);
    CHECK(cudaFree(d_masked));
    free(values);
}
