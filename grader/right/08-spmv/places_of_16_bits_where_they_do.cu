// tasks: spmv_ell
// how: counts places of short rows in 16 bits, and those of long ones in an int
#include "spmv.h"

#include <limits.h>

#define BLOCK_SIZE 256

// The thread's number in the grid. In 64 bits, since the last block may reach past 2^31.
static __device__ long long thread_index(void)
{
    return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

template <class PLACE> __global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    long long row = thread_index();
    if (row >= a.rows)
        return;
    float sum = 0;
    PLACE width = (PLACE)a.width;
    for (PLACE k = 0; k < width; k++) {
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
    unsigned blocks = blocks_for(a.rows, BLOCK_SIZE);
    if (a.width <= USHRT_MAX)
        ell_kernel<unsigned short><<<blocks, BLOCK_SIZE>>>(a, d_x, d_y);
    else
        ell_kernel<int><<<blocks, BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
