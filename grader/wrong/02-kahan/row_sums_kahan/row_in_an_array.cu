// bug: a row is copied to an array of 2048 elements, and no more of it
// reason: wrong
// pattern: part-of-a-row
// says: as many as an array of one of the usual sizes holds
#include "kahan.h"
__global__ void sums(const float *x, float *s, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float buf[2048];
    int w = width < 2048 ? width : 2048;
    for (int i = 0; i < w; i++)
        buf[i] = x[(size_t)r * width + i];
    float sum = 0, c = 0;
    for (int i = 0; i < w; i++) {
        float y = buf[i] - c, t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    s[r] = sum;
}
EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (!rows)
        return;
    sums<<<(rows + 127) / 128, 128>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
