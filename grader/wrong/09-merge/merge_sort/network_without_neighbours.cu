// bug: the merges of a network of exchanges lack their last step, of neighbours
// reason: wrong
// pattern: not_yet_sorted
// says: every key is there, but some have not come to their places
#include "merge.h"

__global__ void k(int *a, int n, int p, int q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = i + q;
    if (j >= n)
        return;
    int lo = i, hi = j;
    if ((q == p && (i / p) % 2 == 0) ||
        (q < p && (i - p % q) / q % 2 == 1 && i / (2 * p) == j / (2 * p)))
        if (a[lo] > a[hi]) {
            int t = a[lo];
            a[lo] = a[hi];
            a[hi] = t;
        }
}
EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2)
        return;
    for (int p = 1; p < n; p *= 2)
        for (int q = p; q > 1 || q == p; q /= 2)
            k<<<(n + 255) / 256, 256>>>(d_keys, n, p, q);
    CHECK(cudaGetLastError());
}
