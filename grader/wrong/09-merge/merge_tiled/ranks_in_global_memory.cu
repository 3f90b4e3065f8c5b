// bug: each key searches the other array
// reason: technique
// says: words in shared memory
// only: technique
#include "merge.h"

#define BLOCK_SIZE 256

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

__global__ void ranks_kernel(const int *own, int count, const int *other, int n, int *c,
                             bool equal_first)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count)
        c[t + rank_of(own[t], other, n, equal_first)] = own[t];
}

static void place(const int *d_own, int count, const int *d_other, int n, int *d_c,
                  bool equal_first)
{
    if (count == 0)
        return;
    ranks_kernel<<<blocks_for(count, BLOCK_SIZE), BLOCK_SIZE>>>(d_own, count, d_other, n, d_c,
                                                                equal_first);
    CHECK(cudaGetLastError());
}

EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    place(d_a, m, d_b, n, d_c, false);
    place(d_b, n, d_a, m, d_c, true);
}
