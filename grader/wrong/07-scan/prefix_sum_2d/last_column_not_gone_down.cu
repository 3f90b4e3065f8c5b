// bug: the guard of the columns leaves out the last one
// reason: wrong
// pattern: last_column
// says: the last column is not gone down
#include "scan.h"
__global__ void a(const int *in, int *out, int rows, int width)
{
    __shared__ int s[256], carry;
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * width;
    if (t == 0)
        carry = 0;
    for (int first = 0; first < width; first += 256) {
        int i = first + t;
        s[t] = i < width ? in[at + i] : 0;
        for (int d = 1; d < 256; d *= 2) {
            __syncthreads();
            int x = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += x;
        }
        __syncthreads();
        if (i < width)
            out[at + i] = carry + s[t];
        __syncthreads();
        if (t == 0)
            carry += s[255];
        __syncthreads();
    }
}
__global__ void b(int *out, int rows, int width)
{
    int c = blockIdx.x * 256 + threadIdx.x;
    if (c >= width - 1)
        return;
    int sum = 0;
    for (int r = 0; r < rows; r++) {
        size_t at = (size_t)r * width + c;
        sum += out[at];
        out[at] = sum;
    }
}
EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    a<<<rows, 256>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
    b<<<blocks_for(width, 256), 256>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
}
