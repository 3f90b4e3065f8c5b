// bug: no second array
// reason: race
// pattern: other_keys
// says: race in global memory, keys
#include "merge.h"

static __device__ int co_rank(int k, const int *a, int m, const int *b, int n)
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

static __device__ void merge_share(const int *a, int m, const int *b, int n, int *c, int first,
                                   int end)
{
    int i = co_rank(first, a, m, b, n), j = first - i;
    for (int k = first; k < end; k++)
        c[k] = j == n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}

__global__ void merge_runs_kernel(int *keys, int n, int width)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
        int a = k / (2 * width) * (2 * width), b = min(a + width, n),
            end = min(a + 2 * width, n);
        merge_share(keys + a, b - a, keys + b, end - b, keys + a, k - a, k - a + 1);
    }
}

EXPORT void merge_sort(int *d_keys, int n)
{
    for (int width = 1; width < n; width *= 2)
        merge_runs_kernel<<<128, 256>>>(d_keys, n, width);
    CHECK(cudaGetLastError());
}
