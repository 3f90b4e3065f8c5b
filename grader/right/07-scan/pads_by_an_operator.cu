// tasks: scan_rows_brent_kung
// how: the places have pads against bank conflicts, which a structure within the kernel counts
#include "scan.h"

__global__ void k(const int *in, int *out, int width)
{
    extern __shared__ int raw[];
    struct padded {
        int *p;
        __device__ int &operator[](int i) const
        {
            return p[i + (i >> 5)];
        }
    } s = {raw};
    int t = threadIdx.x;
    const int *row = in + (size_t)blockIdx.x * width;
    for (int i = t; i < 1024; i += blockDim.x) {
        s[i] = i < width ? row[i] : 0;
    }
    for (int d = 1; d <= 512; d *= 2) {
        __syncthreads();
        int i = (t + 1) * 2 * d - 1;
        if (i < 1024) {
            s[i] += s[i - d];
        }
    }
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        int i = (t + 1) * 2 * d - 1;
        if (i + d < 1024) {
            s[i + d] += s[i];
        }
    }
    __syncthreads();
    for (int i = t; i < width; i += blockDim.x) {
        out[(size_t)blockIdx.x * width + i] = s[i];
    }
}
EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0) {
        return;
    }
    k<<<rows, 512, (1024 + 32) * sizeof(int)>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
