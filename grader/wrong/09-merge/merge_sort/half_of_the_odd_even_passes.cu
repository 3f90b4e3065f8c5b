// bug: odd and even neighbours are exchanged n / 2 times, where n passes are needed
// reason: wrong
// pattern: not_yet_sorted
// says: every key is there, but some have not come to their places
#include "merge.h"

__global__ void k(int *a, int n, int odd)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
    if (i + 1 < n && a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
    }
}
EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2)
        return;
    for (int p = 0; p < n / 2; p++)
        k<<<(n / 2 + 255) / 256, 256>>>(d_keys, n, p % 2);
    CHECK(cudaGetLastError());
}
