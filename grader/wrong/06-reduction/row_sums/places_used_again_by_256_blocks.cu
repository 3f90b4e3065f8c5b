// bug: the next row overwrites the row before, in blocks that only very many rows share
// reason: race
// says: missing between them
#include "reduction.h"

#define B 256
__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int p[B];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        const int *row = in + (size_t)r * width;
        int sum = 0;
        for (long long c = t; c < width; c += B)
            sum += row[c];
        p[t] = sum;
        for (int s = B / 2; s > 0; s /= 2) {
            __syncthreads();
            if (t < s)
                p[t] += p[t + s];
        }
        if (t == 0)
            out[r] = p[0];
    }
}
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    int blocks = rows < 256 ? rows : 256;
    k<<<blocks, B>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
