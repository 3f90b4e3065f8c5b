// bug: gathers where it should scatter
// reason: wrong
// pattern: jds_order_backwards
// says: the permutation is applied backwards
#include "spmv.h"

__global__ void section_kernel(struct jds a, struct section s, const float *x, float *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= s.rows)
        return;
    float sum = 0;
    for (int n = 0; n < s.length; n++) {
        int k = s.first_entry + n * s.rows + i;
        sum += a.d_value[k] * x[a.d_col[k]];
    }
    sums[s.first_row + i] = sum;
}

__global__ void reorder_kernel(struct jds a, const float *sums, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.rows)
        y[i] = sums[a.d_row[i]];
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    float *d_sums;
    if (a.rows == 0)
        return;
    CHECK(cudaMalloc((void **)&d_sums, a.rows * sizeof *d_sums));
    for (int i = 0; i < a.section_count; i++) {
        struct section s = a.sections[i];
        section_kernel<<<blocks_for(s.rows, 256), 256>>>(a, s, d_x, d_sums);
        CHECK(cudaGetLastError());
    }
    reorder_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_sums, d_y);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_sums));
}
