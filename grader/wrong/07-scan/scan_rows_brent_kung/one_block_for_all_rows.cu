// bug: one block scans all rows, one after the other
// reason: technique
// says: one block reads 450 of 450 elements
// only: technique
#include "scan.h"

#define B 512
#define S 1024
__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int s[S];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        size_t start = (size_t)r * width;
        s[t] = t < width ? in[start + t] : 0;
        s[t + B] = t + B < width ? in[start + t + B] : 0;
        for (int d = 1; d < S; d *= 2) {
            __syncthreads();
            int i = (t + 1) * 2 * d - 1;
            if (i < S)
                s[i] += s[i - d];
        }
        for (int d = S / 4; d > 0; d /= 2) {
            __syncthreads();
            int i = (t + 1) * 2 * d - 1;
            if (i + d < S)
                s[i + d] += s[i];
        }
        __syncthreads();
        if (t < width)
            out[start + t] = s[t];
        if (t + B < width)
            out[start + t + B] = s[t + B];
    }
}
EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    k<<<1, B>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
