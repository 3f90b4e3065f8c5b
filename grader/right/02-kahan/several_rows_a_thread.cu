// tasks: row_sums_kahan
// how: a grid of 3 blocks of 96 threads that strides over the rows
// night: its few threads take four seconds of a core; three_floats.cu takes one
#include "kahan.h"

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int stride = gridDim.x * blockDim.x;
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += stride) {
        float sum = 0, excess = 0;
        for (int col = 0; col < width; col++) {
            float wanted = x[(size_t)row * width + col] - excess;
            float next = sum + wanted;
            excess = (next - sum) - wanted;
            sum = next;
        }
        sums[row] = sum;
    }
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<3, 96>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
