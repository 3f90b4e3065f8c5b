// tasks: merge_sort
// how: every key is a run of one, and passes double the runs; a thread merges eight keys
#include "merge.h"

#define BLOCK_SIZE 256
#define SORT_SHARE 8 // keys that a thread merges in one pass

// ---- a share -------------------------------------------------------------------------------

// How many of the first k elements of a and b, merged, come from a: see merge.cu.
static __device__ int co_rank(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = low + (high - low) / 2; // low <= i < high: both elements exist
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}

// Writes the elements first .. end - 1 of a and b, merged, to c.
static __device__ void merge_share(const int *a, int m, const int *b, int n, int *c, int first,
                                   int end)
{
    int i = co_rank(first, a, m, b, n), j = first - i;
    for (int k = first; k < end; k++) {
        // Once one side is used up, the other goes on; no key may stand for "used up".
        if (j == n || (i < m && a[i] <= b[j]))
            c[k] = a[i++];
        else
            c[k] = b[j++];
    }
}

// The smaller of a position, which may lie beyond the largest int, and the length.
static __device__ int at_most(long long position, int length)
{
    return position < length ? (int)position : length;
}

// ---- the passes ----------------------------------------------------------------------------

// `from` holds sorted runs of `width` keys, the last perhaps shorter, `to` gets sorted runs of
// twice that. Thread t merges SORT_SHARE keys from t * SORT_SHARE on. Such a share may lie in
// several short pairs of runs, so the thread goes from pair to pair. The launch must provide
// threads for all n keys.
__global__ void merge_runs_kernel(const int *from, int *to, int n, long long width)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * SORT_SHARE;
    int k = at_most(first, n), end = at_most(first + SORT_SHARE, n);
    while (k < end) {
        int a = (int)(k / (2 * width) * (2 * width)); // where the pair begins
        int b = at_most(a + width, n), pair_end = at_most(a + 2 * width, n);
        int next = pair_end < end ? pair_end : end;
        merge_share(from + a, b - a, from + b, pair_end - b, to + a, k - a, next - a);
        k = next;
    }
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2) // one key is in order
        return;
    // A pass reads one array and writes another: the keys that a thread overwrites, others
    // still have to read.
    int *d_buffer, *d_from = d_keys, *d_to;
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    d_to = d_buffer;
    unsigned blocks = blocks_for(n, BLOCK_SIZE * SORT_SHARE);
    for (long long width = 1; width < n; width *= 2) {
        merge_runs_kernel<<<blocks, BLOCK_SIZE>>>(d_from, d_to, n, width);
        CHECK(cudaGetLastError());
        int *d_merged = d_to;
        d_to = d_from;
        d_from = d_merged;
    }
    if (d_from != d_keys) // after an odd number of passes
        CHECK(cudaMemcpy(d_keys, d_from, n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_buffer));
}
