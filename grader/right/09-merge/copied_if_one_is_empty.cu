// tasks: merge_basic
// how: where an array is empty, the device copies the other, and no kernel runs
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

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c, int share)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * share;
    int begin = (int)min(first, (long long)m + n),
        end = (int)min(first + share, (long long)m + n);
    int i = co_rank(begin, a, m, b, n), j = begin - i;
    for (int k = begin; k < end; k++)
        c[k] = j == n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m == 0 || n == 0) {
        CHECK(cudaMemcpy(d_c, m ? d_a : d_b, (m + n) * sizeof *d_c, cudaMemcpyDeviceToDevice));
        return;
    }
    merge_kernel<<<128, 256>>>(d_a, m, d_b, n, d_c, blocks_for(m + n, 128 * 256));
    CHECK(cudaGetLastError());
}
