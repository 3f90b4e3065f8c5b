// bug: on the way down each place gets what lies just before it
// reason: wrong
// pattern: wrong_places
// says: follow 8 elements by hand
#include "scan.h"
__global__ void k(const int *in, int *out, int width)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * width;
    for (int i = t; i < 1024; i += 512)
        s[i] = i < width ? in[at + i] : 0;
    for (int d = 1; d < 1024; d *= 2) {
        __syncthreads();
        int i = (t + 1) * 2 * d - 1;
        if (i < 1024)
            s[i] += s[i - d];
    }
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        int i = (t + 1) * 2 * d - 1;
        if (i + d < 1024)
            s[i + d] += s[i + d - 1];
    }
    __syncthreads();
    for (int i = t; i < width; i += 512)
        out[at + i] = s[i];
}
EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    k<<<rows, 512>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
