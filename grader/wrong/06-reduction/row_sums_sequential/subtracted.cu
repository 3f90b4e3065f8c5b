// bug: the tree subtracts
// reason: wrong
// pattern: subtracted
// says: the steps of the tree subtract
#include "reduction.h"

__global__ void k(const int *in, int *out, int width)
{
    __shared__ int s[1024];
    int row = blockIdx.x, t = threadIdx.x;
    for (int i = t; i < 1024; i += 512)
        s[i] = i < width ? in[(size_t)row * width + i] : 0;
    __syncthreads();
    for (int d = 512; d > 0; d /= 2) {
        if (t < d)
            s[t] -= s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[row] = s[0];
}
EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<rows, 512>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
