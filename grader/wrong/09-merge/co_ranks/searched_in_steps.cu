// bug: steps of 100, then of 1
// reason: technique
// says: a search by halves
// only: technique
#include "merge.h"

static __device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int i = k > n ? k - n : 0, end = k < m ? k : m;
    for (int step = 100; step > 0; step /= 100)
        while (i + step <= end && a[i + step - 1] <= b[k - i - step])
            i += step;
    return i;
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
    if (count == 0)
        return;
    co_ranks_kernel<<<blocks_for(count, 256), 256>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
