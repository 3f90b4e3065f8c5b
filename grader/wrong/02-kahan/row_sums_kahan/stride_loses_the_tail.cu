// bug: equal shares of rows, rounded down
// reason: wrong
// pattern: tail-unwritten
// says: was written
#include "kahan.h"

#define THREADS 128

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int share = rows > THREADS ? rows / THREADS : 1;
    int first = threadIdx.x * share;
    for (int row = first; row < first + share && row < rows; row++) {
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
    sums_kernel<<<1, THREADS>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
