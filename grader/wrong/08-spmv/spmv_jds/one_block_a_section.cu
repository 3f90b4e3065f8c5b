// bug: a launch of one block a section
// reason: technique
// says: one block has 18432 rows
// only: technique
#include "spmv.h"
#define B 256

__global__ void k(struct jds a, struct section s, const float *x, float *y)
{
    for (long long i = threadIdx.x; i < s.rows; i += B) {
        float sum = 0;
        for (int n = 0; n < s.length; n++) {
            int e = s.first_entry + n * s.rows + (int)i;
            sum += a.d_value[e] * x[a.d_col[e]];
        }
        y[a.d_row[s.first_row + i]] = sum;
    }
}
EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    for (int i = 0; i < a.section_count; i++) {
        struct section s = a.sections[i];
        k<<<1, B>>>(a, s, d_x, d_y);
        CHECK(cudaGetLastError());
    }
}
