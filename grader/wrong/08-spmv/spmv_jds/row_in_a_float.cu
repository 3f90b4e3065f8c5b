// bug: the row of A goes through a float
// reason: wrong
// pattern: partly-unwritten
// says: a float counts no further than 16777216
#include "spmv.h"
#define B 256
__global__ void k(struct jds a, struct section s, const float *x, float *y)
{
    long long i = (long long)blockIdx.x * B + threadIdx.x;
    if (i >= s.rows)
        return;
    float sum = 0;
    for (int n = 0; n < s.length; n++) {
        size_t at = (size_t)s.first_entry + (size_t)n * s.rows + i;
        sum += a.d_value[at] * x[a.d_col[at]];
    }
    y[(int)(float)a.d_row[s.first_row + i]] = sum;
}
EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    for (int i = 0; i < a.section_count; i++) {
        struct section s = a.sections[i];
        k<<<blocks_for(s.rows, B), B>>>(a, s, d_x, d_y);
        CHECK(cudaGetLastError());
    }
}
