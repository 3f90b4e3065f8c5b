// bug: one block of 1024 threads goes round all rows
// reason: technique
// says: one block has 1025 rows
// only: technique
#include "spmv.h"

__global__ void k(struct csr a, const float *x, float *y)
{
    for (int row = threadIdx.x; row < a.rows; row += 1024) {
        float s = 0;
        for (int i = a.d_starts[row]; i < a.d_starts[row + 1]; i++)
            s += a.d_value[i] * x[a.d_col[i]];
        y[row] = s;
    }
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows)
        k<<<1, 1024>>>(a, d_x, d_y);
}
