// tasks: merge_sort
// how: one thread finds each key of each pass
// night: two seconds of a core; splits_by_another_kernel.cu takes one
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

__global__ void merge_runs_kernel(const int *from, int *to, int n, int width)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    int a = k / (2 * width) * (2 * width), b = min(a + width, n), end = min(a + 2 * width, n);
    int i = co_rank(k - a, from + a, b - a, from + b, end - b), j = k - a - i;
    to[k] =
        b + j == end || (i < b - a && from[a + i] <= from[b + j]) ? from[a + i] : from[b + j];
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2)
        return;
    int *d_buffer, *d_from = d_keys, *d_to;
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    d_to = d_buffer;
    for (long long width = 1; width < n; width *= 2) {
        merge_runs_kernel<<<blocks_for(n, 256), 256>>>(d_from, d_to, n, width);
        CHECK(cudaGetLastError());
        int *d_merged = d_to;
        d_to = d_from;
        d_from = d_merged;
    }
    if (d_from != d_keys)
        CHECK(cudaMemcpy(d_keys, d_from, n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_buffer));
}
