// bug: the loop ends a block before the end of the row
// reason: wrong
// pattern: last_block_lost
// says: needs no other bound
#include "reduction.h"
__global__ void k(const int *in, int *out, int rows, int width)
{
    int t = threadIdx.x;
    size_t row = blockIdx.x;
    int sum = 0;
    for (int i = t; i < width - 256; i += 256)
        sum += in[row * width + i];
    __shared__ int s[256];
    s[t] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[row] = s[0];
}
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<rows, 256>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
