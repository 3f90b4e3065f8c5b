// bug: the entry where a thread's share begins goes through a float
// reason: wrong
// says: does an index that is read from an array go through a float
#include "spmv.h"

#define BLOCK_SIZE 128
#define SHARE 8 // rows' ends and entries that a thread passes

// How many rows end within the first d of both.
__device__ int rows_within(const int *ends, int rows, int nnz, int d)
{
    int low = d > nnz ? d - nnz : 0, high = d < rows ? d : rows;
    while (low < high) {
        int row = low + (high - low) / 2;
        if (ends[row] <= d - 1 - row)
            low = row + 1;
        else
            high = row;
    }
    return low;
}

__global__ void share_kernel(struct csr a, const float *x, float *y, int all)
{
    long long first = ((long long)blockIdx.x * BLOCK_SIZE + threadIdx.x) * SHARE;
    if (first >= all)
        return;
    int end = first + SHARE < all ? (int)first + SHARE : all;
    const int *ends = a.d_starts + 1;
    int row = rows_within(ends, a.rows, a.nnz, (int)first);
    int last = rows_within(ends, a.rows, a.nnz, end);
    float begins = (float)((int)first - row);
    int k = (int)begins;
    for (float sum = 0; row <= last && row < a.rows; row++, sum = 0) {
        int stop = row < last ? ends[row] : end - last;
        for (; k < stop; k++)
            sum += a.d_value[k] * x[a.d_col[k]];
        atomicAdd(&y[row], sum);
    }
}

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    int all = a.rows + a.nnz;
    share_kernel<<<blocks_for(all, BLOCK_SIZE * SHARE), BLOCK_SIZE>>>(a, d_x, d_y, all);
    CHECK(cudaGetLastError());
}
