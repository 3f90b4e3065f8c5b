// bug: shares of eight entries, as many as are whole: seven entries at most are lost
// reason: wrong
// pattern: first-or-last
// says: 1 of 2731 elements of y
#include "spmv.h"
#define SHARE 8
__global__ void zero(float *y, int rows)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < rows)
        y[i] = 0;
}
__global__ void fast(struct csr a, const float *x, float *y)
{
    long long first = (blockIdx.x * (long long)blockDim.x + threadIdx.x) * SHARE;
    if (first >= a.nnz)
        return;
    int end = first + SHARE < a.nnz ? (int)first + SHARE : a.nnz;
    int low = 0, high = a.rows; /* the last row that starts at or before first */
    while (high - low > 1) {
        int mid = low + (high - low) / 2;
        if (a.d_starts[mid] <= first)
            low = mid;
        else
            high = mid;
    }
    int row = low;
    float sum = 0;
    for (int i = (int)first; i < end; i++) {
        while (i >= a.d_starts[row + 1]) {
            if (sum != 0)
                atomicAdd(&y[row], sum);
            sum = 0;
            row++;
        }
        sum += a.d_value[i] * x[a.d_col[i]];
    }
    atomicAdd(&y[row], sum);
}
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    zero<<<blocks_for(a.rows, 256), 256>>>(d_y, a.rows);
    CHECK(cudaGetLastError());
    if (a.nnz == 0)
        return;
    fast<<<blocks_for((a.nnz / SHARE ? a.nnz / SHARE : 1), 128), 128>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
