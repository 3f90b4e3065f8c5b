// bug: the rows are along the grid's y, which ends at 65535
// reason: cuda-error
// says: asks for 66001 blocks in y
#include "reduction.h"

#define B 512
#define S 1024
__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int p[S];
    int t = threadIdx.x;
    const int *row = in + (size_t)blockIdx.y * width;
    p[t] = t < width ? row[t] : 0;
    p[t + B] = t + B < width ? row[t + B] : 0;
    for (int s = B; s > 0; s /= 2) {
        __syncthreads();
        if (t < s)
            p[t] += p[t + s];
    }
    if (t == 0)
        out[blockIdx.y] = p[0];
}
EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<dim3(1, rows), B>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
