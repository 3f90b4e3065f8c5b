// bug: a row's number goes through a float, which counts to 16777216
// reason: wrong
// says: a float counts no further than 16777216
#include "reduction.h"

__global__ void k(const int *in, int *out, int rows, int width)
{
    float number = blockIdx.x * 8 + threadIdx.y;
    int row = (int)number;
    if (row >= rows)
        return;
    const int *p = in + (size_t)row * width;
    int v = 0;
    for (int i = threadIdx.x; i < width; i += 32)
        v += p[i];
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x == 0)
        out[row] = v;
}
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<(rows + 7) / 8, dim3(32, 8)>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
