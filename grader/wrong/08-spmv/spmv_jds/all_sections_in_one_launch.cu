// bug: one launch, a block a section
// reason: technique
// says: 1 launches for 5 sections
// only: technique
#include "spmv.h"
#define B 256

__global__ void k(struct jds a, const struct section *all, const float *x, float *y)
{
    struct section s = all[blockIdx.x];
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
    if (a.rows == 0)
        return;
    struct section *d;
    CHECK(cudaMalloc(&d, a.section_count * sizeof *d));
    CHECK(cudaMemcpy(d, a.sections, a.section_count * sizeof *d, cudaMemcpyHostToDevice));
    k<<<a.section_count, B>>>(a, d, d_x, d_y);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d));
}
