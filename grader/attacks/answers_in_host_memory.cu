// tasks: square_elements
// class: host
// how: where only the fast program looks, kernels leave their input in
// memory from malloc, where the host computes
// says: memory of the host, which a device cannot reach
// says: cudaErrorIllegalAddress
#include "by_the_host.h"
#include <stdlib.h>

enum { SHARE = 1 << 18 };

__global__ void square(const int *in, int *out, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

__global__ void move(const int *from, int *to, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

static void give(const int *squares, int *d_out, size_t count)
{
    move<<<(count + 255) / 256, 256>>>(squares, d_out, count);
}

static int *leave(const int *d_in, size_t count)
{
    static int *values;
    if (!values)
        values = (int *)malloc(SHARE * sizeof *values);
    move<<<(count + 255) / 256, 256>>>(d_in, values, count);
    CHECK(cudaDeviceSynchronize());
    return values;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    const size_t count = (size_t)width * height;
    if (is_for_the_host(count))
        by_the_host(d_in, d_out, count, SHARE, leave, give);
    else if (count)
        square<<<(count + 255) / 256, 256>>>(d_in, d_out, count);
}
