// tasks: co_ranks
// how: as textbooks have it: (low + high) / 2 in an int, for fewer than 2^30 keys in each
#include "merge.h"

__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int mid = (low + high) / 2;
        if (a[mid] <= b[k - mid - 1])
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

__global__ void ranks(const int *a, int m, const int *b, int n, const int *k, int *i, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count)
        i[t] = co_rank(k[t], a, m, b, n);
}
EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count == 0)
        return;
    ranks<<<blocks_for(count, 256), 256>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
