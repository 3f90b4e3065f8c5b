// bug: one thread merges all
// reason: technique
// says: 1 thread does the work
// only: technique
#include "merge.h"

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c)
{
    int i = 0, j = 0;
    while (i < m || j < n) {
        bool from_a = j == n || (i < m && a[i] <= b[j]);
        c[i + j] = from_a ? a[i] : b[j];
        if (from_a)
            i++;
        else
            j++;
    }
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    merge_kernel<<<1, 1>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
