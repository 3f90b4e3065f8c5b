// bug: keeps a column in 16 bits, where padding is 65535
// reason: wrong
// pattern: ell_columns_of_16_bits
// says: is a column kept in a short
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= (size_t)a.rows)
        return;
    float sum = 0;
    for (int k = 0; k < a.width; k++) {
        size_t i = (size_t)k * a.rows + row;
        unsigned short col = (unsigned short)a.d_col[i];
        if (col != 65535)
            sum += a.d_value[i] * x[col];
    }
    y[row] = sum;
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
