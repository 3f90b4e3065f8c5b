// bug: a key of a is written and not passed
// reason: wrong
// says: elements of c are wrong
#include "merge.h"

#define BLOCK_SIZE 256
#define MERGE_BLOCKS 128
#define MOST_SHARE 6

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
    for (int k = first; k < end; k++) {

        if (j == n || (i < m && a[i] <= b[j]))
            c[k] = a[i];
        else
            c[k] = b[j++];
    }
}

static __device__ int at_most(long long position, int length)
{
    return position < length ? (int)position : length;
}

__global__ void merge_basic_kernel(const int *a, int m, const int *b, int n, int *c, int share)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * share;
    merge_share(a, m, b, n, c, at_most(first, m + n), at_most(first + share, m + n));
}

EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;

    unsigned blocks = blocks_for(m + n, BLOCK_SIZE * MOST_SHARE);
    blocks = blocks > MERGE_BLOCKS ? blocks : MERGE_BLOCKS;

    int share = blocks_for(m + n, blocks * BLOCK_SIZE);
    merge_basic_kernel<<<blocks, BLOCK_SIZE>>>(d_a, m, d_b, n, d_c, share);
    CHECK(cudaGetLastError());
}
