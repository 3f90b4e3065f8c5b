// bug: the sum and what it loses in two doubles
// reason: technique
// says: which is what two doubles give
// only: technique
#include "kahan.h"

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    double sum = 0, lost = 0;
    for (int col = 0; col < width; col++) {
        double term = x[(size_t)row * width + col], next = sum + term;
        lost += fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    sums[row] = (float)(sum + lost);
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<blocks_for(rows, 256), 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
