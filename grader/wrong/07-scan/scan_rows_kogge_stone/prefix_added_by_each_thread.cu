// bug: each thread adds up all elements up to its own
// reason: technique
// says: all that lies before its own
// only: technique
#include "scan.h"

__global__ void prefix_kernel(const int *in, int *out, int width)
{
    __shared__ int row[1024];
    size_t i = (size_t)blockIdx.x * width + threadIdx.x;
    int sum = 0;
    row[threadIdx.x] = in[i];
    __syncthreads();
    for (unsigned col = 0; col <= threadIdx.x; col++)
        sum += row[col];
    out[i] = sum;
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    prefix_kernel<<<rows, width>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
