// bug: y by column, x by row
// reason: wrong
// pattern: jds_transposed
// says: the product with A transposed
#include "spmv.h"

__global__ void section_kernel(struct jds a, struct section s, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= s.rows)
        return;
    int row = a.d_row[s.first_row + i];
    for (int n = 0; n < s.length; n++) {
        int k = s.first_entry + n * s.rows + i;
        atomicAdd(&y[a.d_col[k]], a.d_value[k] * x[row]);
    }
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    for (int i = 0; i < a.section_count; i++) {
        struct section s = a.sections[i];
        section_kernel<<<blocks_for(s.rows, 256), 256>>>(a, s, d_x, d_y);
        CHECK(cudaGetLastError());
    }
}
