// tasks: merge_basic
// how: in a stream that the default stream does not wait for, and the host does
#include "merge.h"

#define SHARE 64

__device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = max(0, k - n), high = min(k, m);
    while (low < high) {
        int i = low + (high - low) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * SHARE;
    long long end = min(first + SHARE, (long long)m + n);
    if (first >= end)
        return;
    int i = co_rank((int)first, a, m, b, n), j = (int)first - i;
    for (long long k = first; k < end; k++)
        c[k] = j == n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    merge_kernel<<<blocks_for(m + n, 256 * SHARE), 256, 0, stream>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}
