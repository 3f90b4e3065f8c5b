// bug: the new sum is an int, which drops its fraction
// reason: wrong
// pattern: whole-sums
// says: the fraction of the sum is cut off at each step
// night: sum_in_an_int is judged by day
#include "kahan.h"

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0, excess = 0;
    for (int col = 0; col < width; col++) {
        float wanted = x[(size_t)row * width + col] - excess;
        int next = sum + wanted;
        excess = (next - sum) - wanted;
        sum = next;
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
