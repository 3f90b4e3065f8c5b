// bug: where there are many rows, they are summed plainly
// reason: wrong
// pattern: plain-sum
// says: to the last bit, the plain float sum
#include "kahan.h"
__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0, excess = 0;
    for (int i = 0; i < width; i++) {
        float term = x[(size_t)row * width + i] - excess, next = sum + term;
        excess = rows > 2000 ? 0 : (next - sum) - term;
        sum = next;
    }
    sums[row] = sum;
}
EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (!rows)
        return;
    sums_kernel<<<blocks_for(rows, 256), 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
