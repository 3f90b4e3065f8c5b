// bug: each place gets the one behind its partner
// reason: wrong
// pattern: wrong_place
// says: the tree adds wrong places
#include "reduction.h"

enum { THREADS = 512, PLACES = 2 * 1024 };

__global__ void sums_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[PLACES];
    int t = threadIdx.x;
    const int *row = in + (size_t)blockIdx.x * width;
    for (int i = t; i < PLACES; i += THREADS)
        partial[i] = i < width ? row[i] : 0;
    for (int stride = 512; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride + 1];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<rows, THREADS>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
