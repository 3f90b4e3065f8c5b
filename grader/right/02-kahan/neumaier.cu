// tasks: row_sums_kahan
// how: Neumaier's sum, its compensation added up and applied once at the end
#include "kahan.h"

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0, lost = 0;
    for (int col = 0; col < width; col++) {
        float term = x[(size_t)row * width + col], next = sum + term;
        if (fabsf(sum) >= fabsf(term))
            lost += (sum - next) + term;
        else
            lost += (term - next) + sum;
        sum = next;
    }
    sums[row] = sum + lost;
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<blocks_for(rows, 256), 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
