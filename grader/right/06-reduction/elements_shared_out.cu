// tasks: row_sums
// how: blocks have 15360 elements each, of any rows; a lane adds up what it meets of one row
#include "reduction.h"

#define BLOCK_SIZE 960
#define SHARE 16

__global__ void clear_kernel(int *out, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows)
        out[row] = 0;
}

__global__ void elements_kernel(const int *in, int *out, size_t n, int width)
{
    size_t warp = ((size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x) / 32;
    size_t i = warp * 32 * SHARE + threadIdx.x % 32, row = i / width;
    int sum = 0;
    for (int k = 0; k < SHARE && i < n; k++, i += 32) {
        if (i / width != row) {
            atomicAdd(&out[row], sum);
            row = i / width;
            sum = 0;
        }
        sum += in[i];
    }
    if (sum != 0)
        atomicAdd(&out[row], sum);
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    size_t n = (size_t)rows * width;
    if (rows == 0)
        return;
    clear_kernel<<<blocks_for(rows, 1000), 1000>>>(d_out, rows);
    CHECK(cudaGetLastError());
    if (n == 0)
        return;
    elements_kernel<<<blocks_for(n, BLOCK_SIZE * SHARE), BLOCK_SIZE>>>(d_in, d_out, n, width);
    CHECK(cudaGetLastError());
}
