// bug: keys are compared by their difference, which leaves the range of an int
// reason: wrong
// pattern: compared_by_difference
// says: compare the keys themselves
#include "merge.h"

__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = low + (high - low) / 2;
        unsigned by = (unsigned)a[i] - (unsigned)b[k - 1 - i]; // as a - b on a device
        if ((int)by <= 0)
            low = i + 1;
        else
            high = i;
    }
    return low;
}

__global__ void ranks_kernel(const int *a, int m, const int *b, int n, const int *k, int *i,
                             int count)
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
    ranks_kernel<<<blocks_for(count, 256), 256>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
