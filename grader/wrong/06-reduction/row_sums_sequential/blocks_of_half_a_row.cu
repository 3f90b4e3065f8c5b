// bug: a block of width / 2
// reason: wrong
// pattern: odd_stride
// also: odd_stride_up
// says: halves an odd stride
#include "reduction.h"

#define SECTION 1024

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    const int *row = in + (size_t)blockIdx.x * width;
    int t = threadIdx.x, threads = blockDim.x;
    partial[t] = t < width ? row[t] : 0;
    partial[t + threads] = t + threads < width ? row[t + threads] : 0;
    for (int stride = threads; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    int threads = width < 2 ? 1 : (width + 1) / 2;
    sequential_kernel<<<rows, threads>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
