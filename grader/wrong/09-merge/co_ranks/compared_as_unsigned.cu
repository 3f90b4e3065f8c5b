// bug: keys are compared as unsigned numbers
// reason: wrong
// pattern: searched_as_unsigned
// says: among which negative ones come behind all others
#include "merge.h"

// merge path (Odeh, Green): how many of a are among the first diag
__host__ __device__ inline int mergePath(const int *a, int m, const int *b, int n, int diag)
{
    int lo = diag > n ? diag - n : 0, hi = diag < m ? diag : m;
    while (lo < hi) {
        int mid = (int)(((unsigned)lo + (unsigned)hi) >> 1);
        if ((unsigned)a[mid] <= (unsigned)b[diag - 1 - mid])
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

__global__ void q(const int *a, int m, const int *b, int n, const int *k, int *i, int count)
{
    for (long long t = blockIdx.x * (long long)blockDim.x + threadIdx.x; t < count;
         t += (long long)gridDim.x * blockDim.x)
        i[t] = mergePath(a, m, b, n, k[t]);
}
EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count == 0)
        return;
    int g = (int)(((long long)count + 191) / 192);
    if (g > 3000)
        g = 3000;
    q<<<g, 192>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
