// bug: a, then b
// reason: wrong
// pattern: concatenated
// says: one behind the other
#include "merge.h"

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c, int share)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m + n; i += gridDim.x * blockDim.x)
        c[i] = i < m ? a[i] : b[i - m];
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    int share = blocks_for(m + n, 128 * 256);
    merge_kernel<<<128, 256>>>(d_a, m, d_b, n, d_c, share);
    CHECK(cudaGetLastError());
}
