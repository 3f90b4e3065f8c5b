// bug: a row ends at 65536 elements
// reason: wrong
// pattern: part-of-a-row
// says: only the first elements are added
#include "kahan.h"
__global__ void k(const float *x, float *out, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *p = x + (size_t)row * width;
    float sum = 0, c = 0;
    for (int i = 0; i < width && i < 65536; i++) {
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
    CHECK(cudaGetLastError());
}
