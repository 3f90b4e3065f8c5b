// tasks: square_elements
// class: own runner
// how: a kernel writes beyond its frame, to the address of what the next thread begins with
// says: a function was to return to an address that the program has computed
// guard: run
#include "matmul_naive.h"

__device__ int met;

static __device__ void elsewhere() // or any function of the backend, by its distance
{
    met = 1;
    printf("nobody has called it\n");
}

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t place[1] = {0};
    volatile size_t *stack = place;
    if (threadIdx.x == 0 && count > 0)
        for (int at = 1; at < 48; at++)
            if (stack[at] - (size_t)elsewhere + 1048576 < 2097152)
                stack[at] = (size_t)elsewhere;
    if (i < count)
        out[i] = in[i] * in[i] + (int)place[0];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
}
