// tasks: square_elements
// class: own runner
// how: a function without hooks, as it calls nothing, returns behind a call in the C library
// says: a function was to return to an address that the program has computed
// guard: run
#include "matmul_naive.h"

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

static int leaf(size_t to, long at)
{
    size_t place[2] = {1, 2};
    place[at] = to;
    return (int)place[at & 1];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int (*volatile function)(size_t, long) = leaf;
    int count = width * height;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
    for (long at = 2; at < 8; at++)
        function((size_t)puts + 64, at);
}
