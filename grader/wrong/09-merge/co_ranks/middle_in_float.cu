// bug: the middle of two places is computed in a float
// reason: cuda-error
// reason: wrong
// says: an endless loop, or far too much work
// night: its endless loops take five seconds of a core; simt.bats has such loops ended by day
#include "merge.h"
static __device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = (int)(0.5f * (low + high));
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}
__global__ void kernel(const int *a, int m, const int *b, int n, const int *k, int *out,
                       int count)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q < count)
        out[q] = co_rank(k[q], a, m, b, n);
}
EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count)
        kernel<<<blocks_for(count, 256), 256>>>(d_a, m, d_b, n, d_k, d_i, count);
}
