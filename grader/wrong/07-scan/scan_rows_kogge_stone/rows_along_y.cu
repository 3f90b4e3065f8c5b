// bug: the rows are along the grid's y, which ends at 65535
// reason: cuda-error
// says: asks for 66001 blocks in y
#include "scan.h"

__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.y * width + t;
    s[t] = in[i];
    for (int d = 1; d < width; d *= 2) {
        __syncthreads();
        int before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
    }
    out[i] = s[t];
}
EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    k<<<dim3(1, rows), width>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
