// tasks: spmv_jds
// how: empty rows are cleared with all others, and their section is not launched
#include "spmv.h"

__global__ void section_kernel(const int *row, const int *col, const float *value, int rows,
                               int length, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int k = i; k < length * rows; k += rows)
            sum += value[k] * x[col[k]];
        y[row[i]] = sum;
    }
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    for (const struct section *s = a.sections; s < a.sections + a.section_count; s++) {
        if (s->length > 0)
            section_kernel<<<16, 64>>>(a.d_row + s->first_row, a.d_col + s->first_entry,
                                       a.d_value + s->first_entry, s->rows, s->length, d_x,
                                       d_y);
        CHECK(cudaGetLastError());
    }
}
