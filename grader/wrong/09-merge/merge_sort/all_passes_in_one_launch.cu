// bug: blocks do not wait for others
// reason: race
// pattern: other_keys
// says: race in global memory
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

__global__ void sort_kernel(int *keys, int *buffer, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, *from = keys, *to = buffer;
    for (int width = 1; width < n; width *= 2) {
        int a = k / (2 * width) * (2 * width), b = min(a + width, n),
            end = min(a + 2 * width, n);
        if (k < n)
            merge_share(from + a, b - a, from + b, end - b, to + a, k - a, k - a + 1);
        __syncthreads();
        int *merged = to;
        to = from;
        from = merged;
    }
    if (k < n && from != keys)
        keys[k] = from[k];
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2)
        return;
    int *d_buffer;
    CHECK(cudaMalloc(&d_buffer, n * sizeof(int)));
    CHECK(cudaMemcpy(d_buffer, d_keys, n * sizeof(int), cudaMemcpyDeviceToDevice));
    sort_kernel<<<blocks_for(n, 256), 256>>>(d_keys, d_buffer, n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_buffer));
}
