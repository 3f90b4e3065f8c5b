// bug: the width of the rows is kept in 16 bits
// reason: wrong
// pattern: ell_length_of_16_bits
// says: as many entries as the lower 16 bits of the width say
#include "spmv.h"

#define BLOCK_SIZE 256

// The thread's number in the grid. In 64 bits, since the last block may reach past 2^31.
static __device__ long long thread_index(void)
{
    return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    long long row = thread_index();
    if (row >= a.rows)
        return;
    float sum = 0;
    unsigned short width = (unsigned short)a.width;
    for (int k = 0; k < width; k++) {
        size_t at = (size_t)k * a.rows + row;
        int col = a.d_col[at];
        if (col < 0)
            break;
        sum += a.d_value[at] * x[col];
    }
    y[row] = sum;
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
