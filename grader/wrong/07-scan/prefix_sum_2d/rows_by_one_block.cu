// bug: one block scans all rows, a thread a row
// reason: technique
// says: one block has all 1025 rows
// only: technique
#include "scan.h"
__global__ void rows_k(const int *in, int *out, int rows, int width)
{
    for (int r = threadIdx.x; r < rows; r += blockDim.x) {
        int sum = 0;
        for (int c = 0; c < width; c++)
            out[(size_t)r * width + c] = sum += in[(size_t)r * width + c];
    }
}
__global__ void cols_k(int *out, int rows, int width)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= width)
        return;
    int sum = 0;
    for (int r = 0; r < rows; r++)
        out[(size_t)r * width + c] = sum += out[(size_t)r * width + c];
}
EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    rows_k<<<1, 1024>>>(d_in, d_out, rows, width);
    cols_k<<<(width + 63) / 64, 64>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
}
