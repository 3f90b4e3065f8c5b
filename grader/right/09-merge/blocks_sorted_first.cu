// tasks: merge_sort
// how: each block sorts 512 keys in shared memory, then runs are merged
// night: three and a half seconds of a core; padded_to_a_power_of_two.cu takes one
#include "merge.h"

#define RUN 512

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

// Merges runs of 1, 2, 4, ... within the block's RUN keys, an element a thread.
__global__ void sort_block_kernel(int *keys, int n)
{
    __shared__ int from[RUN], to[RUN];
    int first = blockIdx.x * RUN, length = min(RUN, n - first), k = threadIdx.x;
    if (k < length)
        from[k] = keys[first + k];
    for (int width = 1; width < RUN; width *= 2) {
        __syncthreads();
        int a = k / (2 * width) * (2 * width), b = min(a + width, length);
        if (k < length)
            merge_share(from + a, b - a, from + b, min(a + 2 * width, length) - b, to + a,
                        k - a, k - a + 1);
        __syncthreads();
        if (k < length)
            from[k] = to[k];
    }
    if (k < length)
        keys[first + k] = from[k];
}

__global__ void merge_runs_kernel(const int *from, int *to, int n, int width)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
        int a = k / (2 * width) * (2 * width), b = min(a + width, n),
            end = min(a + 2 * width, n);
        merge_share(from + a, b - a, from + b, end - b, to + a, k - a, k - a + 1);
    }
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n == 0)
        return;
    int *d_buffer;
    CHECK(cudaMalloc(&d_buffer, n * sizeof(int)));
    sort_block_kernel<<<blocks_for(n, RUN), RUN>>>(d_keys, n);
    CHECK(cudaGetLastError());
    for (int width = RUN; width < n; width *= 2) {
        merge_runs_kernel<<<128, 256>>>(d_keys, d_buffer, n, width);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(d_keys, d_buffer, n * sizeof(int), cudaMemcpyDeviceToDevice));
    }
    CHECK(cudaFree(d_buffer));
}
