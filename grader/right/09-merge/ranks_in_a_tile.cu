// tasks: merge_tiled
// how: in a tile each key searches the other part for its place
#include "merge.h"

#define BLOCK_SIZE 128
#define TILE 512

// How many keys come before `key`: those smaller, and equal ones, too, if they go first.
static __device__ int rank_of(int key, const int *keys, int n, bool equal_first)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (keys[middle] < key || (equal_first && keys[middle] == key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

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

__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int tile[TILE], splits[2];
    int first = blockIdx.x * TILE, length = m + n - first < TILE ? m + n - first : TILE;
    if (threadIdx.x < 2)
        splits[threadIdx.x] = co_rank(first + threadIdx.x * length, a, m, b, n);
    __syncthreads();
    int a_first = splits[0], b_first = first - a_first, from_a = splits[1] - a_first;
    for (int i = threadIdx.x; i < length; i += BLOCK_SIZE)
        tile[i] = i < from_a ? a[a_first + i] : b[b_first + i - from_a];
    __syncthreads();
    for (int i = threadIdx.x; i < length; i += BLOCK_SIZE) {
        int before = i < from_a ? rank_of(tile[i], tile + from_a, length - from_a, false)
                                : rank_of(tile[i], tile, from_a, true) - from_a;
        c[first + i + before] = tile[i];
    }
}

EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m + n == 0)
        return;
    merge_kernel<<<blocks_for(m + n, TILE), BLOCK_SIZE>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
