// bug: keeps a column in 16 bits
// reason: wrong
// pattern: csr_columns_of_16_bits
// says: is a column kept in a short
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= (size_t)a.rows)
        return;
    float sum = 0;
    for (int k = a.d_starts[row]; k < a.d_starts[row + 1]; k++) {
        unsigned short col = (unsigned short)a.d_col[k];
        sum += a.d_value[k] * x[col];
    }
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
