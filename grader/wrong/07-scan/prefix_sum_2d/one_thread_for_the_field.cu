// bug: one thread for all
// reason: technique
// says: threads of a warp load together
// only: technique
#include "scan.h"

__global__ void prefix_kernel(const int *in, int *out, int rows, int width)
{
    for (int row = 0; row < rows; row++) {
        int sum = 0;
        for (int col = 0; col < width; col++) {
            size_t i = (size_t)row * width + col;
            sum += in[i];
            out[i] = sum + (row ? out[i - width] : 0);
        }
    }
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    prefix_kernel<<<1, 1>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
