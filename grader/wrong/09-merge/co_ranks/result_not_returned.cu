// bug: the search has a result and does not return it
// reason: cuda-error
// reason: wrong
// says: ends without the result that it promises
#include "merge.h"

__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = low + (high - low) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
}

__global__ void co_ranks_kernel(const int *a, int m, const int *b, int n, const int *k, int *i,
                                int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count)
        i[t] = co_rank(k[t], a, m, b, n);
}

EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count)
        co_ranks_kernel<<<blocks_for(count, 256), 256>>>(d_a, m, d_b, n, d_k, d_i, count);
}
