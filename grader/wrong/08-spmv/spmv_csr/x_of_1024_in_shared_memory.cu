// bug: a shared copy of x has 1024 places, and columns wrap round
// reason: wrong
// pattern: csr_columns_of_few_bits
// says: fewer places than x has elements
#include "spmv.h"
__global__ void k(struct csr a, const float *x, float *y)
{
    __shared__ float c[1024];
    for (int i = threadIdx.x; i < 1024 && i < a.cols; i += 256)
        c[i] = x[i];
    __syncthreads();
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= a.rows)
        return;
    float s = 0;
    for (int e = a.d_starts[r]; e < a.d_starts[r + 1]; e++)
        s += a.d_value[e] * c[a.d_col[e] % 1024];
    y[r] = s;
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
