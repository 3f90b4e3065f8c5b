// bug: thread t has place t, and there are two for each thread
// reason: wrong
// pattern: wrong_place
// says: the tree adds wrong places
#include "reduction.h"

enum { THREADS = 512, PLACES = 1024 };

__global__ void sums_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[PLACES];
    int t = threadIdx.x;
    const int *row = in + (size_t)blockIdx.x * width;
    for (int i = t; i < PLACES; i += THREADS)
        partial[i] = i < width ? row[i] : 0;
    for (int stride = 1; stride < PLACES; stride *= 2) {
        __syncthreads();
        if (t % (2 * stride) == 0)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<rows, THREADS>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
