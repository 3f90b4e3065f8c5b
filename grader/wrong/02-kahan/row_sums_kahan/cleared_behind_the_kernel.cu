// bug: the output is cleared behind the kernel
// reason: wrong
// pattern: zeros
// says: does nothing clear the output behind the kernel
#include "kahan.h"
__global__ void k(const float *x, float *out, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *p = x + (size_t)row * width;
    float sum = 0, c = 0;
    for (int i = 0; i < width; i++) {
        float y = p[i] - c, t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    out[row] = sum;
}
EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<(rows + 255) / 256, 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaMemset(d_sums, 0, rows * sizeof *d_sums));
    CHECK(cudaGetLastError());
}
