// tasks: spmv_jds
// how: sums in the sorted order first; a last launch puts them where they belong
#include "spmv.h"

__global__ void section_kernel(struct jds a, struct section s, const float *x, float *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int n = 0; i < s.rows && n < s.length; n++) {
        int k = s.first_entry + n * s.rows + i;
        sum += a.d_value[k] * x[a.d_col[k]];
    }
    if (i < s.rows)
        sums[s.first_row + i] = sum;
}

__global__ void scatter_kernel(struct jds a, const float *sums, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.rows)
        y[a.d_row[i]] = sums[i];
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    float *d_sums;
    if (a.rows == 0)
        return;
    CHECK(cudaMalloc((void **)&d_sums, a.rows * sizeof *d_sums));
    for (int i = a.section_count - 1; i >= 0; i--)
        section_kernel<<<blocks_for(a.sections[i].rows, 32), 32>>>(a, a.sections[i], d_x,
                                                                   d_sums);
    scatter_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_sums, d_y);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_sums));
}
