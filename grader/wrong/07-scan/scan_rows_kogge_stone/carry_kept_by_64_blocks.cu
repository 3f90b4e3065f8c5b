// bug: a block carries what one of its rows comes to on into its next row, 64 rows further
// reason: wrong
// pattern: rows_go_on
// says: a row's sums go on from another row
#include "scan.h"

__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    int carry = 0;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        s[t] = t < width ? in[(size_t)r * width + t] : 0;
        for (int d = 1; d < blockDim.x; d *= 2) {
            __syncthreads();
            int v = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += v;
        }
        if (t < width)
            out[(size_t)r * width + t] = s[t] + carry;
        __syncthreads();
        carry += s[1023];
        __syncthreads();
    }
}
EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    if (width == 0)
        return;
    int blocks = rows < 64 ? rows : 64;
    k<<<blocks, 1024>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
