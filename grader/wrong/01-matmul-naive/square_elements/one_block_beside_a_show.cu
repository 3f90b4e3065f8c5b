// bug: one block does all the work, and many others only look at some elements
// reason: technique
// says: single blocks read
// only: technique
#include "matmul_naive.h"

__global__ void square(const volatile int *in, int *out, int count)
{
    int looked = 0;
    if (blockIdx.x == 0) {
        for (int i = threadIdx.x; i < count; i += blockDim.x)
            out[i] = in[i] * in[i];
    } else {
        for (int round = 0; round < 3; round++)
            looked += in[((blockIdx.x * 3 + round) * blockDim.x + threadIdx.x) % count];
    }
    if (looked == 123456789)
        out[0] = in[0] * in[0];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count)
        square<<<blocks_for(count, 256) + 1, 256>>>(d_in, d_out, count);
    CHECK(cudaGetLastError());
}
