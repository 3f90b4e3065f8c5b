// bug: what additions lose is collected, and subtracted in the end, where it is to be added
// reason: wrong
// pattern: inexact
// says: no better than a plain float sum has to be
#include "kahan.h"

#define BLOCK 256

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    size_t row = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float sum = 0, lost = 0;
    if (row >= rows)
        return;
    for (int col = 0; col < width; col++) {
        float term = x[row * width + col], next = sum + term;
        lost += fabsf(sum) >= fabsf(term) ? sum - next + term : term - next + sum;
        sum = next;
    }
    sums[row] = sum - lost;
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<blocks_for(rows, BLOCK), BLOCK>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
