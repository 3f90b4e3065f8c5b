// tasks: row_sums_sequential
// how: any number of places, halved upwards, so that nothing is filled with 0
#include "reduction.h"

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ long long partial[1024];
    const int *row = in + (size_t)blockIdx.x * width;
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        partial[i] = row[i];
    for (int left = width; left > 1; left = (left + 1) / 2) {
        __syncthreads();
        int from = threadIdx.x + (left + 1) / 2;
        if (from < left)
            partial[threadIdx.x] += partial[from];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = width ? (int)partial[0] : 0;
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sequential_kernel<<<rows, 512>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
