// bug: each pass has one block
// reason: technique
// says: each pass has one block
// only: technique
#include "merge.h"
#define B 256

__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = low + (high - low) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}

__device__ void share_of(const int *a, int m, const int *b, int n, int *c, int first, int end)
{
    int i = co_rank(first, a, m, b, n), j = first - i;
    for (int k = first; k < end; k++)
        if (j == n || (i < m && a[i] <= b[j]))
            c[k] = a[i++];
        else
            c[k] = b[j++];
}
__device__ int at_most(long long p, int l)
{
    return p < l ? (int)p : l;
}

#define SHARE 4
__global__ void k(const int *from, int *to, int n, long long width)
{
    int per = (n + B - 1) / B;
    long long first = (long long)threadIdx.x * per;
    int at = at_most(first, n), end = at_most(first + per, n);
    while (at < end) {
        long long a = at / (2 * width) * (2 * width);
        int b = at_most(a + width, n), pair_end = at_most(a + 2 * width, n);
        int next = pair_end < end ? pair_end : end;
        share_of(from + a, (int)(b - a), from + b, pair_end - b, to + a, (int)(at - a),
                 (int)(next - a));
        at = next;
    }
}
EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2)
        return;
    int *d_buffer, *from = d_keys, *to;
    CHECK(cudaMalloc(&d_buffer, n * sizeof(int)));
    to = d_buffer;
    for (long long width = 1; width < n; width *= 2) {
        k<<<1, B>>>(from, to, n, width);
        CHECK(cudaGetLastError());
        int *swap = from;
        from = to;
        to = swap;
    }
    if (from != d_keys)
        CHECK(cudaMemcpy(d_keys, from, n * sizeof(int), cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_buffer));
}
