// tasks: row_sums_kahan
// how: three floats a sum, which hold more than a double does
#include "kahan.h"

// a becomes the float sum of both, b exactly what that lost.
static __device__ void two_sum(float *a, float *b)
{
    float sum = *a + *b, b_part = sum - *a;
    *b = (*a - (sum - b_part)) + (*b - b_part);
    *a = sum;
}

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float high = 0, middle = 0, low = 0;
    for (int col = 0; col < width; col++) {
        float term = x[(size_t)row * width + col];
        two_sum(&high, &term);
        two_sum(&middle, &term);
        low += term;
    }
    two_sum(&high, &middle);
    sums[row] = high + (middle + low);
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows > 0)
        sums_kernel<<<blocks_for(rows, 64), 64>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
