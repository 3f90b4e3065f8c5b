// bug: the way down asks whether the column is less than rows
// reason: wrong
// pattern: few_columns
// says: is the guard by rows
#include "scan.h"

__global__ void r(const int *in, int *out, int rows, int width)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= rows)
        return;
    int s = 0;
    for (int x = 0; x < width; x++)
        out[(size_t)y * width + x] = s += in[(size_t)y * width + x];
}
__global__ void c(int *out, int rows, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= rows)
        return;
    int s = 0;
    for (int y = 0; y < rows; y++)
        out[(size_t)y * width + x] = s += out[(size_t)y * width + x];
}
EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (!rows || !width)
        return;
    r<<<blocks_for(rows, 64), 64>>>(d_in, d_out, rows, width);
    c<<<blocks_for(width, 64), 64>>>(d_out, rows, width);
}
