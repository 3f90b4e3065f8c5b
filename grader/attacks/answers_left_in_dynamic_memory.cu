// tasks: square_elements
// class: host
// how: as answers_left_in_shared_memory, in memory whose size the launch says
// says: of out are wrong
#include "by_the_host.h"

enum { SHARE = 12000 };

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
    extern __shared__ int values[];
    for (size_t i = threadIdx.x; i < count; i += blockDim.x)
        values[i] = in[i];
    *where = (size_t)values;
}

static int *leave(const int *d_in, size_t count)
{
    size_t *d_where, where;
    CHECK(cudaMalloc((void **)&d_where, sizeof where));
    keep<<<1, 256, SHARE * sizeof(int)>>>(d_in, count, d_where);
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
