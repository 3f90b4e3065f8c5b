// bug: > for >= on b
// reason: wrong
// pattern: other_ties
// says: equal keys are split another way
#include "merge.h"

static __device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int i = k < m ? k : m, j = k - i;
    int i_low = k > n ? k - n : 0, j_low = k > m ? k - m : 0;
    while (true) {
        if (i > 0 && j < n && a[i - 1] > b[j]) {
            int step = (i - i_low + 1) / 2;
            j_low = j;
            i -= step;
            j += step;
        } else if (j > 0 && i < m && b[j - 1] > a[i]) {
            int step = (j - j_low + 1) / 2;
            i_low = i;
            i += step;
            j -= step;
        } else {
            return i;
        }
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
    if (count == 0)
        return;
    co_ranks_kernel<<<blocks_for(count, 256), 256>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
