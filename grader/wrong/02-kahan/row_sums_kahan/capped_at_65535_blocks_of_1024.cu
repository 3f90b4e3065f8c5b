// bug: no more than 65535 blocks of 1024 threads, and no loop
// reason: wrong
// says: nothing of the arrays' second half was used
// says: is the number of blocks rounded down or computed from another
#include "kahan.h"

__global__ void k(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0, excess = 0;
    for (int j = 0; j < width; j++) {
        float y = x[(size_t)row * width + j] - excess;
        float next = sum + y;
        excess = (next - sum) - y;
        sum = next;
    }
    sums[row] = sum;
}
EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<min(blocks_for(rows, 1024), 65535u), 1024>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
