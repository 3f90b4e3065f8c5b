// bug: a thread that goes on to a further row takes what the last row has lost along
// reason: wrong
// pattern: inexact
// says: so it is where a single block has all elements
#include "kahan.h"
__device__ void add(float *sum, float *lost, float x)
{
    float y = __fsub_rn(x, *lost);
    float t = __fadd_rn(*sum, y);
    *lost = __fsub_rn(__fsub_rn(t, *sum), y);
    *sum = t;
}
__global__ void rows_kernel(const float *x, float *sums, int rows, int width)
{
    float lost = 0;
    for (long long row = blockIdx.x * (long long)blockDim.x + threadIdx.x; row < rows;
         row += (long long)gridDim.x * blockDim.x) {
        float sum = 0;
        for (int i = 0; i < width; i++)
            add(&sum, &lost, x[row * width + i]);
        sums[row] = sum;
    }
}
EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    unsigned blocks = blocks_for(rows, 64);
    if (blocks > 1000)
        blocks = 1000;
    rows_kernel<<<blocks, 64>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
