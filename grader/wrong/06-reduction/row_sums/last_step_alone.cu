// bug: each step along the row overwrites the sum of those before
// reason: wrong
// pattern: last_step_alone
// says: only the last step along the row
#include "reduction.h"

__global__ void k(const int *in, int *out, int width)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    for (int c = t; c < width || c - t < width; c += 256) {
        s[t] = c < width ? in[(size_t)blockIdx.x * width + c] : 0;
        for (int h = 128; h; h /= 2) {
            __syncthreads();
            if (t < h)
                s[t] += s[t + h];
        }
        if (t == 0)
            out[blockIdx.x] = s[0];
        __syncthreads();
    }
    if (width == 0 && t == 0)
        out[blockIdx.x] = 0;
}
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows)
        k<<<rows, 256>>>(d_in, d_out, width);
}
