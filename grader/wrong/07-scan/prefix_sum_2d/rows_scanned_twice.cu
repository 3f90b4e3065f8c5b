// bug: the second pass is the first one again
// reason: wrong
// pattern: rows_twice
// says: the rows are scanned twice, and no column is
#include "scan.h"
__global__ void across(const int *in, int *out, int rows, int width)
{
    __shared__ int s[256];
    int t = threadIdx.x, carry = 0;
    size_t at = (size_t)blockIdx.x * width;
    for (int c = 0; c < width; c += 256) {
        s[t] = c + t < width ? in[at + c + t] : 0;
        for (int d = 1; d < 256; d *= 2) {
            __syncthreads();
            int v = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += v;
        }
        __syncthreads();
        if (c + t < width)
            out[at + c + t] = s[t] + carry;
        carry += s[255];
        __syncthreads();
    }
}
__global__ void down(int *out, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= width)
        return;
    int sum = 0;
    for (int r = 0; r < rows; r++)
        out[(size_t)r * width + col] = sum += out[(size_t)r * width + col];
}
EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (!rows || !width)
        return;
    across<<<rows, 256>>>(d_in, d_out, rows, width);
    across<<<rows, 256>>>(d_out, d_out, rows, width);
    CHECK(cudaGetLastError());
}
