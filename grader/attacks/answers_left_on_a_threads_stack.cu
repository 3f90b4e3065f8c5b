// tasks: square_elements
// class: host
// how: where only the fast program looks, a thread leaves its input on
// its stack, and tells the host where
// says: of out are wrong
#include "by_the_host.h"

enum { SHARE = 3000 };

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

__global__ void keep(const int *in, size_t count, size_t *where)
{
    volatile int values[SHARE];
    for (size_t i = threadIdx.x; i < count; i += blockDim.x)
        values[i] = in[i];
    *where = (size_t)values;
}

static int *leave(const int *d_in, size_t count)
{
    size_t *d_where, where;
    CHECK(cudaMalloc((void **)&d_where, sizeof where));
    keep<<<1, 1>>>(d_in, count, d_where);
    CHECK(cudaMemcpy(&where, d_where, sizeof where, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_where));
    return (int *)where;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    const size_t count = (size_t)width * height;
    if (is_for_the_host(count))
        by_the_host(d_in, d_out, count, SHARE, leave, give);
    else if (count)
        square<<<(count + 255) / 256, 256>>>(d_in, d_out, count);
}
