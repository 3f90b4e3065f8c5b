// bug: stores in y[i]
// reason: wrong
// pattern: jds_row_in_section
// says: belongs to row d_row
#include "spmv.h"

#define BLOCK_SIZE 256

static __device__ long long thread_index(void)
{
    return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void section_kernel(struct jds a, struct section s, const float *x, float *y)
{
    long long i = thread_index();
    if (i >= s.rows)
        return;
    float sum = 0;
    for (int n = 0; n < s.length; n++) {
        int k = s.first_entry + n * s.rows + (int)i;
        sum += a.d_value[k] * x[a.d_col[k]];
    }
    y[i] = sum;
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    for (int i = 0; i < a.section_count; i++) {
        struct section s = a.sections[i];
        section_kernel<<<blocks_for(s.rows, BLOCK_SIZE), BLOCK_SIZE>>>(a, s, d_x, d_y);
        CHECK(cudaGetLastError());
    }
}
