// bug: the search ends after 16 halvings
// reason: wrong
// says: elements of i are wrong
#include "merge.h"
#define B 256

__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    for (int z = 0; z < 16 && low < high; z++) {
        int i = low + (high - low) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}

__global__ void k(const int *a, int m, const int *b, int n, const int *q, int *out, int count)
{
    long long t = (long long)blockIdx.x * B + threadIdx.x;
    if (t < count)
        out[t] = co_rank(q[t], a, m, b, n);
}
EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count == 0)
        return;
    k<<<(count + B - 1) / B, B>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
