// bug: the kernel gets rows for its width
// reason: wrong
// pattern: single_element
// also: width_of_rows
// says: are rows and width exchanged
#include "reduction.h"

__global__ void k(const int *in, int *out, int width)
{
    __shared__ int s[1024];
    int row = blockIdx.x, t = threadIdx.x;
    for (int i = t; i < 1024; i += 512)
        s[i] = i < width ? in[(size_t)row * width + i] : 0;
    __syncthreads();
    for (int d = 1; d < 1024; d *= 2) {
        int i = 2 * d * t;
        if (i + d < 1024)
            s[i] += s[i + d];
        __syncthreads();
    }
    if (t == 0)
        out[row] = s[0];
}
EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<rows, 512>>>(d_in, d_out, rows);
    CHECK(cudaGetLastError());
}
