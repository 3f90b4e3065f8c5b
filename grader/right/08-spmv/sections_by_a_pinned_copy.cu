// tasks: spmv_jds
// how: each section goes through a little pinned memory, which is waited for before it is used
// again
#include "spmv.h"

__global__ void jds_kernel(const struct section *section, struct jds a, const float *x,
                           float *y)
{
    struct section s = *section;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= s.rows)
        return;
    float sum = 0;
    for (int k = 0; k < s.length; k++) {
        int entry = s.first_entry + k * s.rows + i;
        sum += a.d_value[entry] * x[a.d_col[entry]];
    }
    y[a.d_row[s.first_row + i]] = sum;
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    struct section *next, *d_section;
    CHECK(cudaMallocHost(&next, sizeof *next));
    CHECK(cudaMalloc(&d_section, sizeof *d_section));
    for (int i = 0; i < a.section_count; i++) {
        *next = a.sections[i];
        CHECK(cudaMemcpyAsync(d_section, next, sizeof *next, cudaMemcpyHostToDevice));
        jds_kernel<<<blocks_for(next->rows, 128), 128>>>(d_section, a, d_x, d_y);
        CHECK(cudaGetLastError());
        CHECK(cudaStreamSynchronize(0)); // the copy has read `next`
    }
    CHECK(cudaFree(d_section));
    CHECK(cudaFreeHost(next));
}
