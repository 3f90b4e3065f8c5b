// bug: each stride is three times the one before
// reason: wrong
// pattern: wrong_strides
// says: each is the double of the one before
#include "scan.h"
__global__ void k(const int *in, int *out, int width)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * width + t;
    s[t] = t < width ? in[at] : 0;
    for (int d = 1; d < width; d *= 3) {
        __syncthreads();
        int b = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += b;
    }
    if (t < width)
        out[at] = s[t];
}
EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    k<<<rows, 1024>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
