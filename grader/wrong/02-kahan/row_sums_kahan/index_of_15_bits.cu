// bug: a term's index has 15 bits
// reason: wrong
// says: 2 of 2 elements of sums are wrong
#include "kahan.h"
__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0, excess = 0;
    for (int i = 0; i < width; i++) {
        unsigned short place = i & 0x7fff;
        float term = x[(size_t)row * width + place] - excess, next = sum + term;
        excess = (next - sum) - term;
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
