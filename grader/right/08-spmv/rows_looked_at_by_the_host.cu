// tasks: spmv_csr
// how: the host copies where rows begin, and launches nothing if all are empty
#include "spmv.h"
#include <stdlib.h>

__global__ void row_a_thread(struct csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (row >= a.rows)
        return;
    for (int i = a.d_starts[row]; i < a.d_starts[row + 1]; i++)
        sum += a.d_value[i] * x[a.d_col[i]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    size_t bytes = (a.rows + (size_t)1) * sizeof(int);
    int *starts = (int *)malloc(bytes);
    CHECK(cudaMemcpy(starts, a.d_starts, bytes, cudaMemcpyDeviceToHost));
    if (starts[a.rows] == starts[0])
        CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    else
        row_a_thread<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
    free(starts);
}
