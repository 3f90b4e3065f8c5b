// bug: on the way up the middle of each run gets the sum, and not its end
// reason: wrong
// pattern: wrong_places
// says: on the way up each run's last place gets what lies the stride before it
#include "scan.h"

#define SECTION 1024
__global__ void BrentKung(const int *X, int *Y, int rows, int width)
{
    __shared__ int XY[SECTION];
    for (int r = blockIdx.y; r < rows; r += gridDim.y) {
        size_t o = (size_t)r * width;
        unsigned i = threadIdx.x;
        XY[i] = i < width ? X[o + i] : 0;
        XY[i + blockDim.x] = i + blockDim.x < width ? X[o + i + blockDim.x] : 0;
        for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
            __syncthreads();
            unsigned index = threadIdx.x * 2 * stride + stride;
            if (index < SECTION)
                XY[index] += XY[index - stride];
        }
        for (int stride = SECTION / 4; stride > 0; stride /= 2) {
            __syncthreads();
            unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
            if (index + stride < SECTION)
                XY[index + stride] += XY[index];
        }
        __syncthreads();
        if (i < width)
            Y[o + i] = XY[i];
        if (i + blockDim.x < width)
            Y[o + i + blockDim.x] = XY[i + blockDim.x];
        __syncthreads();
    }
}
EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (!rows || !width)
        return;
    dim3 g(1, rows > 65535 ? 65535 : rows);
    BrentKung<<<g, SECTION / 2>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
