// bug: its buffer has room for 5 million keys
// reason: cuda-error
// reason: crashed
// says: a fixed size?
#include "merge.h"

enum { ROOM = 5000000 };

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

__global__ void pass_kernel(const int *from, int *to, int n, long long width)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n)
        return;
    long long begin = at / (2 * width) * (2 * width);
    int m = (int)(n - begin < width ? n - begin : width);
    int k = (int)(n - begin - m < width ? n - begin - m : width);
    int first = (int)(at - begin);
    const int *a = from + begin, *b = a + m;
    int i = co_rank(first, a, m, b, k), j = first - i;
    to[at] = j == k || (i < m && a[i] <= b[j]) ? a[i] : b[j];
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n == 0)
        return;
    int *d_buffer, *d_from = d_keys, *d_to;
    CHECK(cudaMalloc(&d_buffer, ROOM * sizeof *d_buffer));
    d_to = d_buffer;
    for (long long width = 1; width < n; width *= 2) {
        pass_kernel<<<blocks_for(n, 256), 256>>>(d_from, d_to, n, width);
        CHECK(cudaGetLastError());
        int *d_swap = d_from;
        d_from = d_to;
        d_to = d_swap;
    }
    if (d_from != d_keys)
        CHECK(cudaMemcpy(d_keys, d_from, n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_buffer));
}
