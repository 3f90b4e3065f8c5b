// bug: of each k as large a part comes from a as a has of all keys
// reason: wrong
// pattern: in_proportion
// says: depends on the keys
#include "merge.h"
static __device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    return m + n ? (int)((long long)k * m / (m + n)) : 0;
    while (low < high) {
        int i = low + (high - low) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}
__global__ void k(const int *a, int m, const int *b, int n, const int *k, int *i, int count)
{
    size_t t = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (t < count)
        i[t] = co_rank(k[t], a, m, b, n);
}
EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count == 0)
        return;
    k<<<blocks_for(count, 256), 256>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
