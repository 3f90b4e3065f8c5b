// bug: the sum is kept in whole units of 2^-30, so that rows of small terms are lost
// reason: wrong
// says: sums[0] is 0, want
#include "kahan.h"

__global__ void row_sums_kernel(const float *x, float *sums, int rows, int width)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    long long sum = 0;
    if (row >= rows)
        return;
    for (int i = 0; i < width; i++)
        sum += (long long)(x[row * width + i] * 1073741824.0f);
    sums[row] = (float)sum / 1073741824.0f;
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<blocks_for(rows, 256), 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
