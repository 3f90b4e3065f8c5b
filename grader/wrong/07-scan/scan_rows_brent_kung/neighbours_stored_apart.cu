// bug: places 2 t and 2 t + 1 are loaded, and stored as t and t + 512
// reason: wrong
// pattern: neighbours_apart
// says: load and store the same two
#include "scan.h"
__global__ void k(const int *in, int *out, int width)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * width;
    s[2 * t] = 2 * t < width ? in[at + 2 * t] : 0;
    s[2 * t + 1] = 2 * t + 1 < width ? in[at + 2 * t + 1] : 0;
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
            s[i + d] += s[i];
    }
    __syncthreads();
    if (t < width)
        out[at + t] = s[2 * t];
    if (t + 512 < width)
        out[at + t + 512] = s[2 * t + 1];
}
EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    k<<<rows, 512>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
