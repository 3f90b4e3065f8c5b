// bug: no more than 4096 entries of a row are looked at
// reason: wrong
// pattern: csr_first_of_a_long_row
// says: only the first entries count
#include "spmv.h"

#define BLOCK_SIZE 256
#define MOST_OF_A_ROW 4096

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    int first = a.d_starts[row], entries = min(a.d_starts[row + 1] - first, MOST_OF_A_ROW);
    float sum = 0;
    for (int k = first; k < first + entries; k++)
        sum += a.d_value[k] * x[a.d_col[k]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
