// tasks: square_elements
// class: host
// how: where only the fast program looks, kernels leave their input in
// many variables of the host, each too small for pages of its own
// says: a variable in memory of the host, which a device cannot reach
#include "by_the_host.h"

enum { CELL = 60, CELLS = 400, SHARE = CELL * CELLS };

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

template <int N> struct cell {
    static int values[CELL];
};
template <int N> int cell<N>::values[CELL];

struct places {
    int *of[CELLS];
};

template <int N> void list(struct places *places)
{
    places->of[N - 1] = cell<N>::values;
    list<N - 1>(places);
}

template <> void list<0>(struct places *)
{
}

__global__ void scatter(const int *in, size_t count, struct places places)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        places.of[i / CELL][i % CELL] = in[i];
}

static int *leave(const int *d_in, size_t count)
{
    static struct places places;
    static int values[SHARE];
    list<CELLS>(&places);
    scatter<<<(count + 255) / 256, 256>>>(d_in, count, places);
    CHECK(cudaDeviceSynchronize());
    for (size_t i = 0; i < count; i++)
        values[i] = places.of[i / CELL][i % CELL];
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
