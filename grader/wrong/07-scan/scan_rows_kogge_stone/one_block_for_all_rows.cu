// bug: one block scans all rows, one after the other
// reason: technique
// says: one block reads 450 of 450 elements
// only: technique
#include "scan.h"

__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        size_t i = (size_t)r * width + t;
        s[t] = in[i];
        for (int d = 1; d < width; d *= 2) {
            __syncthreads();
            int before = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += before;
        }
        out[i] = s[t];
    }
}
EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    k<<<1, width>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
