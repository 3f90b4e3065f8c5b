// bug: down the columns the carry is the row above and not the sum of all rows above
// reason: wrong
// pattern: one_row_above
// says: each row has the one above it added
#include "scan.h"
__global__ void rows_kernel(const int *in, int *out, int rows, int width)
{
    __shared__ int s[256];
    __shared__ int carry;
    int t = threadIdx.x;
    const int *from = in + (size_t)blockIdx.x * width;
    int *to = out + (size_t)blockIdx.x * width;
    if (t == 0)
        carry = 0;
    for (int begin = 0; begin < width; begin += 256) {
        s[t] = begin + t < width ? from[begin + t] : 0;
        for (int d = 1; d < 256; d *= 2) {
            __syncthreads();
            int add = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += add;
        }
        __syncthreads();
        if (begin + t < width)
            to[begin + t] = s[t] + carry;
        __syncthreads();
        if (t == 255)
            carry += s[t];
        __syncthreads();
    }
}
__global__ void cols_kernel(int *out, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    if (col < width)
        for (int row = 0; row < rows; row++)
            out[(size_t)row * width + col] += sum, sum = out[(size_t)row * width + col] - sum;
}
EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    rows_kernel<<<rows, 256>>>(d_in, d_out, rows, width);
    cols_kernel<<<blocks_for(width, 128), 128>>>(d_out, rows, width);
}
