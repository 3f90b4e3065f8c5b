// bug: (m + n) % TILE for the length of the last tile, with seven keys a thread
// reason: wrong
// pattern: tail-unwritten
// says: was never written
#include "merge.h"

#define BLOCK_SIZE 256
#define KEYS 7
#define TILE (KEYS * BLOCK_SIZE)

// How many of the first k merged keys come from a.
static __device__ int rank_in_a(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[k - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__global__ void tiles_kernel(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int keys[TILE], ends[2];
    int t = threadIdx.x, first = blockIdx.x * TILE;
    int length = blockIdx.x == gridDim.x - 1 ? (m + n) % TILE : TILE;
    if (t < 2)
        ends[t] = rank_in_a(first + t * length, a, m, b, n);
    __syncthreads();
    int of_a = ends[1] - ends[0], of_b = length - of_a;
    for (int k = t; k < length; k += BLOCK_SIZE)
        keys[k] = k < of_a ? a[ends[0] + k] : b[first - ends[0] + k - of_a];
    __syncthreads();
    int merged[KEYS], begin = min(t * KEYS, length), end = min(begin + KEYS, length);
    int i = rank_in_a(begin, keys, of_a, keys + of_a, of_b), j = begin - i;
    for (int k = begin; k < end; k++) {
        bool from_a = j >= of_b || (i < of_a && keys[i] <= keys[of_a + j]);
        merged[k - begin] = from_a ? keys[i++] : keys[of_a + j++];
    }
    __syncthreads();
    for (int k = begin; k < end; k++)
        keys[k] = merged[k - begin];
    __syncthreads();
    for (int k = t; k < length; k += BLOCK_SIZE)
        c[first + k] = keys[k];
}

EXPORT void merge_fast(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    int tiles = blocks_for((size_t)m + n, TILE);
    if (tiles > 0)
        tiles_kernel<<<tiles, BLOCK_SIZE>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
