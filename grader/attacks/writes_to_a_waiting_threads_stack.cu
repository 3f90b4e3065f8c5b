// tasks: square_elements
// class: own runner
// how: a thread writes to the stack of one that waits at a barrier, which goes on with it
// says: a thread uses a variable that is another thread's own
// guard: run
#include "matmul_naive.h"

__global__ void square(const int *in, int *out, int count)
{
    __shared__ volatile size_t *places[2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t place[1] = {0};
    if (threadIdx.x < 2)
        places[threadIdx.x] = place;
    __syncthreads();
    if (threadIdx.x == 1 && count > 0)
        for (int at = 1; at < 48; at++)
            places[0][-at] = (size_t)places;
    __syncthreads();
    if (i < count)
        out[i] = in[i] * in[i] + (int)place[0];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
}
