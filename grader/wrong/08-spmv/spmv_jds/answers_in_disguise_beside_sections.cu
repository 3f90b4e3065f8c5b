// bug: computes on the host, and has a kernel take off the disguise; the sections are there
// reason: from-host
// says: bytes off the device
#include "spmv.h"
#include <stdlib.h>
#include <string.h>

__global__ void unmask(const float *masked, float *y, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows)
        y[i] = -masked[i];
}

static void *copied(const void *d_from, size_t bytes)
{
    void *to = malloc(bytes + 1);
    CHECK(cudaMemcpy(to, d_from, bytes, cudaMemcpyDeviceToHost));
    return to;
}

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    int *row = (int *)copied(a.d_row, a.rows * sizeof(int)),
        *col = (int *)copied(a.d_col, a.nnz * sizeof(int));
    float *value = (float *)copied(a.d_value, a.nnz * sizeof(float)),
          *x = (float *)copied(d_x, a.cols * sizeof(float));
    float *y = (float *)calloc(a.rows, sizeof *y), *d_masked;
    for (int i = 0; i < a.section_count; i++) {
        struct section s = a.sections[i];
        for (int r = 0; r < s.rows; r++)
            for (int n = 0; n < s.length; n++) {
                int k = s.first_entry + n * s.rows + r;
                y[row[s.first_row + r]] -= value[k] * x[col[k]];
            }
    }
    CHECK(cudaMalloc((void **)&d_masked, a.rows * sizeof *y));
    CHECK(cudaMemcpy(d_masked, y, a.rows * sizeof *y, cudaMemcpyHostToDevice));
    unmask<<<blocks_for(a.rows, 256), 256>>>(d_masked, d_y, a.rows);
    CHECK(cudaFree(d_masked));
    free(row), free(col), free(value), free(x), free(y);
}
