// bug: a thread that goes on to a further row adds it to the last row's sum
// reason: wrong
// pattern: csr_sums_kept
// says: so it is where a single block has all elements
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    float sum = 0;
    for (long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x; row < a.rows;
         row += (long long)gridDim.x * blockDim.x) {
        for (int i = a.d_starts[row]; i < a.d_starts[row + 1]; i++)
            sum += a.d_value[i] * x[a.d_col[i]];
        y[row] = sum;
    }
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    unsigned blocks = blocks_for(a.rows, 256);
    if (blocks > 16384)
        blocks = 16384;
    csr_kernel<<<blocks, 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
