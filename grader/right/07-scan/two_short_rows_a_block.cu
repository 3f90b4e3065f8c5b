// tasks: scan_rows_kogge_stone
// how: of two short rows in a block each begins anew, though they lie behind each other
#include "scan.h"

__global__ void one(const int *in, int *out, int rows, int width)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        s[t] = t < width ? in[(size_t)r * width + t] : 0;
        for (int d = 1; d < blockDim.x; d *= 2) {
            __syncthreads();
            int v = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += v;
        }
        if (t < width)
            out[(size_t)r * width + t] = s[t];
        __syncthreads();
    }
}
__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int s[1024];
    int t = threadIdx.x, half = t / 512, c = t % 512, r = blockIdx.x * 2 + half;
    s[t] = r < rows && c < width ? in[(size_t)r * width + c] : 0;
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        int v = c >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
    }
    if (r < rows && c < width)
        out[(size_t)r * width + c] = s[t];
}
EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    if (width == 0)
        return;
    if (width > 512) {
        one<<<rows, 1024>>>(d_in, d_out, rows, width);
        return;
    }
    k<<<(rows + 1) / 2, 1024>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
