// bug: up as in a reduction
// reason: wrong
// pattern: up_to_the_front
// says: the way down wants it in the last
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void brent_kung_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[SECTION];
    size_t start = (size_t)blockIdx.x * width;
    for (int i = threadIdx.x; i < SECTION; i += BLOCK_SIZE)
        sums[i] = i < width ? in[start + i] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        int first = threadIdx.x * 2 * stride;
        if (first + stride < SECTION)
            sums[first] += sums[first + stride];
    }
    for (int stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads();
        int last = (threadIdx.x + 1) * 2 * stride - 1;
        if (last + stride < SECTION)
            sums[last + stride] += sums[last];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < width; i += BLOCK_SIZE)
        out[start + i] = sums[i];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    brent_kung_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
