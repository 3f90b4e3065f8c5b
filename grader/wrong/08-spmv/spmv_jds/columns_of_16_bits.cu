// bug: keeps a column in 16 bits
// reason: wrong
// pattern: jds_columns_of_16_bits
// says: is a column kept in a short
#include "spmv.h"

__global__ void jds_kernel(struct jds a, struct section s, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= s.rows)
        return;
    float sum = 0;
    for (int k = 0; k < s.length; k++) {
        int entry = s.first_entry + k * s.rows + i;
        unsigned short col = (unsigned short)a.d_col[entry];
        sum += a.d_value[entry] * x[col];
    }
    y[a.d_row[s.first_row + i]] = sum;
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    for (int i = 0; i < a.section_count; i++) {
        struct section s = a.sections[i];
        jds_kernel<<<blocks_for(s.rows, 128), 128>>>(a, s, d_x, d_y);
        CHECK(cudaGetLastError());
    }
}
