// bug: entries of a row lie a.rows apart
// reason: cuda-error
// also: jds_by_all_rows
// says: as many as the section has
#include "spmv.h"

__global__ void section_kernel(struct jds a, struct section s, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= s.rows)
        return;
    float sum = 0;
    for (int n = 0; n < s.length; n++) {
        int k = s.first_entry + n * a.rows + i;
        sum += a.d_value[k] * x[a.d_col[k]];
    }
    y[a.d_row[s.first_row + i]] = sum;
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    for (int i = 0; i < a.section_count; i++) {
        struct section s = a.sections[i];
        section_kernel<<<blocks_for(s.rows, 256), 256>>>(a, s, d_x, d_y);
        CHECK(cudaGetLastError());
    }
}
