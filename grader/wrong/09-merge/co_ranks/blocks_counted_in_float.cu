// bug: the number of blocks is computed in float, which counts to 2^24
// reason: wrong
// pattern: tail-unwritten
// says: from element 16777216 on nothing was written
#include "merge.h"

#define BLOCK_SIZE 256

__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = max(0, k - n), high = min(k, m);
    while (low < high) {
        int i = low + (high - low) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}

__global__ void co_ranks_kernel(const int *a, int m, const int *b, int n, const int *k,
                                int *ranks, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count)
        ranks[t] = co_rank(k[t], a, m, b, n);
}

EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count == 0)
        return;
    unsigned blocks = (unsigned)ceil(count / (float)BLOCK_SIZE);
    co_ranks_kernel<<<blocks, BLOCK_SIZE>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
