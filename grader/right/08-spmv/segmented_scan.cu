// tasks: spmv_coo
// how: a block scans its products from where each run of a row begins, and adds a sum a run
#include "spmv.h"
__global__ void seg_kernel(coo a, const float *x, float *y)
{
    __shared__ float v[256];
    __shared__ int r[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    r[t] = i < a.nnz ? a.d_row[i] : -1;
    v[t] = i < a.nnz ? a.d_value[i] * x[a.d_col[i]] : 0;
    __syncthreads();
    bool head = t == 0 || r[t - 1] != r[t];
    __shared__ int first[256];
    first[t] = head ? t : 0;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int f = t >= d ? first[t - d] : 0;
        __syncthreads();
        first[t] = max(first[t], f);
    }
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        float add = t - d >= first[t] ? v[t - d] : 0;
        __syncthreads();
        v[t] += add;
        __syncthreads();
    }
    bool tail = t == 255 || r[t + 1] != r[t];
    if (tail && r[t] >= 0)
        atomicAdd(&y[r[t]], v[t]);
}
EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.nnz == 0)
        return;
    seg_kernel<<<(a.nnz + 255) / 256, 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
