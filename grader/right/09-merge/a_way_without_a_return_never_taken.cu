// tasks: co_ranks
// how: the search returns from within its loop, which always comes there, and what follows the
// loop has no return
#include "merge.h"
__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low <= high) {
        int i = low + (high - low) / 2, j = k - i;
        if (i > 0 && j < n && a[i - 1] > b[j])
            high = i - 1;
        else if (j > 0 && i < m && a[i] <= b[j - 1])
            low = i + 1;
        else
            return i;
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
