// bug: a row's length is kept in 16 bits
// reason: wrong
// pattern: csr_length_of_16_bits
// says: is the length, or a place in the row, kept in a short
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= (size_t)a.rows)
        return;
    int first = a.d_starts[row];
    unsigned short length = (unsigned short)(a.d_starts[row + 1] - first);
    float sum = 0;
    for (int k = first; k < first + length; k++)
        sum += a.d_value[k] * x[a.d_col[k]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
