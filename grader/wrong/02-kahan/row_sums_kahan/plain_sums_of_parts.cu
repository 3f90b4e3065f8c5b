// bug: sums of 32 terms, added up
// reason: wrong
// pattern: inexact
// says: no better than a plain float sum
#include "kahan.h"

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int first = 0; first < width; first += 32) {
        float part = 0;
        for (int col = first; col < first + 32 && col < width; col++)
            part += x[(size_t)row * width + col];
        sum += part;
    }
    sums[row] = sum;
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<blocks_for(rows, 256), 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
