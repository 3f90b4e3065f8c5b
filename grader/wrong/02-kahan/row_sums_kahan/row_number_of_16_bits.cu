// bug: a row's number is kept in 16 bits where the row's start is computed
// reason: wrong
// pattern: from-some-element
// says: is an index, or a block's or row's number, kept in a short?
#include "kahan.h"

__global__ void row_sums_kernel(const float *x, float *sums, int rows, int width)
{
    long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *r = x + (size_t)(unsigned short)row * width;
    float sum = 0, lost = 0;
    for (int i = 0; i < width; i++) {
        float y = r[i] - lost;
        float t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    sums[row] = sum;
}
EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<blocks_for(rows, 256), 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
