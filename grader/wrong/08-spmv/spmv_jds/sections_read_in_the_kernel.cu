// bug: the kernel reads a.sections, in host memory
// reason: host-pointer
// says: host
#include "spmv.h"

__global__ void section_kernel(struct jds a, int section, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    struct section s = a.sections[section];
    if (i >= s.rows)
        return;
    float sum = 0;
    for (int n = 0; n < s.length; n++) {
        int k = s.first_entry + n * s.rows + i;
        sum += a.d_value[k] * x[a.d_col[k]];
    }
    y[a.d_row[s.first_row + i]] = sum;
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    for (int i = 0; i < a.section_count; i++)
        section_kernel<<<blocks_for(a.sections[i].rows, 256), 256>>>(a, i, d_x, d_y);
    CHECK(cudaGetLastError());
}
