// bug: the columns' grid is made of the rows
// reason: wrong
// pattern: grid_of_rows
// says: where it must cover the width
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

static __device__ int scan_block(int value)
{
    __shared__ int sums[SECTION];
    unsigned t = threadIdx.x;
    sums[t] = value;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += before;
    }
    return sums[t];
}

#define FIELD_BLOCK 256
#define NEIGHBOURS 4
#define AHEAD 32

__global__ void scan_rows_kernel(const int *in, int *out, int width)
{
    __shared__ int last_sum;
    size_t start = (size_t)blockIdx.x * width, section = FIELD_BLOCK * NEIGHBOURS;
    int carry = 0;
    for (size_t first = 0; first < (size_t)width; first += section) {
        size_t col = first + threadIdx.x * NEIGHBOURS;
        int sums[NEIGHBOURS], sum = 0;
        for (int k = 0; k < NEIGHBOURS; k++)
            sums[k] = sum += col + k < (size_t)width ? in[start + col + k] : 0;
        int before = carry + scan_block(sum) - sum;
        for (int k = 0; k < NEIGHBOURS; k++)
            if (col + k < (size_t)width)
                out[start + col + k] = before + sums[k];

        if (threadIdx.x == FIELD_BLOCK - 1)
            last_sum = before + sum;
        __syncthreads();
        carry = last_sum;
    }
}

__global__ void scan_columns_kernel(int *sums, int rows, int width)
{
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= (size_t)width)
        return;
    int sum = 0;
    for (size_t row = 0; row < (size_t)rows; row += AHEAD) {
        int x[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            x[k] = row + k < (size_t)rows ? sums[(row + k) * width + col] : 0;
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (row + k < (size_t)rows)
                sums[(row + k) * width + col] = sum += x[k];
    }
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_rows_kernel<<<rows, FIELD_BLOCK>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
    scan_columns_kernel<<<blocks_for(rows, 128), 128>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
}
