// tasks: spmv_fast
// how: several threads a row, as many as rows have entries on average
#include "spmv.h"

#define BLOCK_SIZE 256
#define WARP 32

// `lanes` neighbouring threads, a power of two up to a warp, share a row: they read
// neighbouring entries, and combine their sums by shuffles. The launch must provide that many
// threads a row.
__global__ void shared_rows_kernel(struct csr a, int lanes, const float *x, float *y)
{
    long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long row = thread / lanes;
    int lane = thread % lanes;
    float sum = 0;
    if (row < a.rows)
        for (long long k = a.d_starts[row] + lane; k < a.d_starts[row + 1]; k += lanes)
            sum += a.d_value[k] * x[a.d_col[k]];
    // All lanes of the warp come here, those beyond the last row, too: a shuffle needs them.
    for (int apart = lanes / 2; apart > 0; apart /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, apart, lanes);
    if (row < a.rows && lane == 0)
        y[row] = sum;
}

// As many lanes as a row has entries on average: with more, most would have nothing to add.
static int lanes_for(struct csr a)
{
    int lanes = 1;
    while (lanes < WARP && (long long)lanes * a.rows < a.nnz)
        lanes *= 2;
    return lanes;
}

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    int lanes = lanes_for(a);
    unsigned blocks = blocks_for((size_t)a.rows * lanes, BLOCK_SIZE);
    shared_rows_kernel<<<blocks, BLOCK_SIZE>>>(a, lanes, d_x, d_y);
    CHECK(cudaGetLastError());
}
