// bug: strides halve, as in the next task, after each thread has loaded two neighbours
// reason: technique
// says: as with strides that halve, which are the next task
// only: technique
#include "reduction.h"
__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    const int *row = in + (size_t)blockIdx.x * width;
    s[2 * t] = 2 * t < width ? row[2 * t] : 0;
    s[2 * t + 1] = 2 * t + 1 < width ? row[2 * t + 1] : 0;
    for (int d = 512; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<rows, 512>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
