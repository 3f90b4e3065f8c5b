// bug: each row searches the whole surplus
// reason: technique
// says: and it is far too much work
// only: technique
#include "spmv.h"
#define B 256

__global__ void ke(struct ell a, const float *x, float *y)
{
    long long row = (long long)blockIdx.x * B + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int p = 0; p < a.width; p++) {
        size_t at = (size_t)p * a.rows + row;
        int col = a.d_col[at];
        if (col >= 0)
            sum += a.d_value[at] * x[col];
    }
    y[row] = sum;
}
__global__ void kr(struct coo a, const float *x, float *y)
{
    long long row = (long long)blockIdx.x * B + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = y[row];
    for (int e = 0; e < a.nnz; e++)
        if (a.d_row[e] == row)
            sum += a.d_value[e] * x[a.d_col[e]];
    y[row] = sum;
}
__global__ void kc(struct coo a, const float *x, float *y)
{
    long long e = (long long)blockIdx.x * B + threadIdx.x;
    if (e < a.nnz)
        atomicAdd(&y[a.d_row[e]], a.d_value[e] * x[a.d_col[e]]);
}
EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ke<<<(a.rows + B - 1) / B, B>>>(a, d_x, d_y);
    if (rest.nnz > 0)
        kr<<<(a.rows + B - 1) / B, B>>>(rest, d_x, d_y);
    CHECK(cudaGetLastError());
}
