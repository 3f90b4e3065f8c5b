// tasks: scan_rows_kogge_stone
// how: sections of 64 in place: of so few warps the first is half, and its lanes rest often
#include "scan.h"

#define T 64

__global__ void k(const int *in, int *out, int width)
{
    __shared__ int s[T], carry;
    int t = threadIdx.x;
    size_t start = (size_t)blockIdx.x * width;
    if (t == 0)
        carry = 0;
    for (int first = 0; first < width; first += T) {
        __syncthreads();
        s[t] = first + t < width ? in[start + first + t] : 0;
        for (int d = 1; d < T; d *= 2) {
            __syncthreads();
            int v = t >= d ? s[t - d] : 0;
            __syncthreads();
            if (t >= d)
                s[t] += v;
        }
        if (first + t < width)
            out[start + first + t] = s[t] + carry;
        __syncthreads();
        if (t == T - 1)
            carry += s[t];
    }
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows && width)
        k<<<rows, T>>>(d_in, d_out, width);
}
