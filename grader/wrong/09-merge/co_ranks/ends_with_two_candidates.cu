// bug: the search ends while two candidates are left, and takes the lower one
// reason: wrong
// pattern: too_few_of_a
// says: does the search end a step too early
#include "merge.h"
// the search ends while two candidates are left
__device__ int split(const int *a, int m, const int *b, int n, int k)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (high - low > 1) {
        int i = low + (high - low) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}
__global__ void answer(const int *a, int m, const int *b, int n, const int *k, int *i,
                       int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count)
        i[t] = split(a, m, b, n, k[t]);
}
EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count == 0)
        return;
    answer<<<(count - 1) / 256 + 1, 256>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
