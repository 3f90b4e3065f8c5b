// bug: rows end where they begin
// reason: wrong
// pattern: first-or-last
// pattern: off-by-one
// says: an index is off by one
#include "spmv.h"
#define NT 128
#define VT 8
#define NV (NT * VT)
struct Coord {
    int x, y;
};
__device__ Coord search(long long diag, const int *row_ends, int rows, int nnz)
{
    long long lo = diag > nnz ? diag - nnz : 0, hi = diag < rows ? diag : rows;
    while (lo < hi) {
        long long mid = (lo + hi) / 2;
        if (row_ends[mid] <= diag - mid - 1)
            lo = mid + 1;
        else
            hi = mid;
    }
    return {(int)lo, (int)(diag - lo)};
}
__global__ void clear(float *y, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows)
        y[i] = 0;
}
__global__ void merge_spmv(csr a, const float *x, float *y)
{
    __shared__ float products[NV];
    __shared__ int ends[NV + 1];
    __shared__ Coord corner[2];
    const int *row_ends = a.d_starts;
    long long total = (long long)a.rows + a.nnz;
    long long d0 = (long long)blockIdx.x * NV, d1 = d0 + NV < total ? d0 + NV : total;
    int t = threadIdx.x;
    if (t < 2)
        corner[t] = search(t ? d1 : d0, row_ends, a.rows, a.nnz);
    __syncthreads();
    Coord from = corner[0], to = corner[1];
    int nrows = to.x - from.x, nz = to.y - from.y;
    for (int i = t; i < nz; i += NT)
        products[i] = a.d_value[from.y + i] * x[a.d_col[from.y + i]];
    for (int i = t; i <= nrows; i += NT)
        ends[i] = from.x + i < a.rows ? row_ends[from.x + i] - from.y : nz + 1;
    __syncthreads();
    int diag = min(t * VT, nrows + nz), last = min(diag + VT, nrows + nz);
    int lo = max(0, diag - nz), hi = min(diag, nrows);
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (ends[mid] <= diag - mid - 1)
            lo = mid + 1;
        else
            hi = mid;
    }
    int r = lo, k = diag - lo;
    float sum = 0;
    for (int s = diag; s < last; s++) {
        if (r < nrows && k >= ends[r]) {
            if (sum != 0)
                atomicAdd(&y[from.x + r], sum);
            sum = 0;
            r++;
        } else {
            sum += products[k++];
        }
    }
    if (sum != 0 && from.x + r < a.rows)
        atomicAdd(&y[from.x + r], sum);
}
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    clear<<<(a.rows + 255) / 256, 256>>>(d_y, a.rows);
    long long total = (long long)a.rows + a.nnz;
    merge_spmv<<<(unsigned)((total + NV - 1) / NV), NT>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
