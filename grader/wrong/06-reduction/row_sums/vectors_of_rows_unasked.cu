// bug: loads four elements at once where the width lets it, wherever the input begins
// reason: misaligned
// reason: cuda-error
// says: misaligned read of 16 bytes
#include "reduction.h"

__global__ void sum_kernel(const int *in, int *out, int width)
{
    const int *row = in + (size_t)blockIdx.x * width;
    int sum = 0;
    for (int col = 4 * threadIdx.x; col < width && width % 4 == 0; col += 4 * 32) {
        int4 x = *(const int4 *)(row + col);
        sum += x.x + x.y + x.z + x.w;
    }
    for (int col = threadIdx.x; col < width && width % 4 != 0; col += 32)
        sum += row[col];
    for (int stride = 16; stride > 0; stride /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, stride);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sum_kernel<<<rows, 32>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
