// Lab 07, more: the worked answers.
#include "compaction.h"

#define BLOCK_SIZE 256

// ---- scan_exclusive: what lies before each element -----------------------------------------

// Block b scans elements b * BLOCK_SIZE and on, and stores their sum. `in` may be `out`: a
// thread reads and writes no element but its own.
__global__ void scan_blocks_kernel(const int *in, int *out, int *totals, size_t n)
{
    __shared__ int sums[BLOCK_SIZE];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + t;
    int value = i < n ? in[i] : 0;
    sums[t] = value;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads(); // the sums of the step before are there
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads(); // nobody reads them any more
        sums[t] += before;
    }
    if (i < n)
        out[i] = sums[t] - value; // without the element itself
    if (t == BLOCK_SIZE - 1)
        totals[blockIdx.x] = sums[t];
}

// Block b adds offset b to its elements.
__global__ void add_offsets_kernel(int *out, const int *offsets, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n)
        out[i] += offsets[blockIdx.x];
}

EXPORT void scan_exclusive(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned blocks = (unsigned)((n + BLOCK_SIZE - 1) / BLOCK_SIZE);
    int *d_totals;
    CHECK(cudaMalloc(&d_totals, blocks * sizeof *d_totals));
    scan_blocks_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, d_totals, n);
    CHECK(cudaGetLastError());
    if (blocks > 1) {
        // The sum of all totals before a block's own; each time there are 256 times fewer.
        scan_exclusive(d_totals, d_totals, blocks);
        add_offsets_kernel<<<blocks, BLOCK_SIZE>>>(d_out, d_totals, n);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaFree(d_totals));
}

// ---- compact: keep what is greater than 0, in order ----------------------------------------

// One thread an element; the output is cleared on the way.
__global__ void mark_kernel(const int *in, int *stays, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n) {
        stays[i] = in[i] > 0;
        out[i] = 0;
    }
}

// places[i] is the number of elements before i that stay: the place of element i if it stays.
__global__ void store_kernel(const int *in, const int *places, int *out, size_t n, int *count)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n && in[i] > 0)
        out[places[i]] = in[i];
    if (i + 1 == n)
        *count = places[i] + (in[i] > 0);
}

EXPORT void compact(const int *d_in, int *d_out, size_t n, int *d_count)
{
    if (n == 0) {
        CHECK(cudaMemset(d_count, 0, sizeof *d_count));
        return;
    }
    unsigned blocks = (unsigned)((n + BLOCK_SIZE - 1) / BLOCK_SIZE);
    int *d_places;
    CHECK(cudaMalloc(&d_places, n * sizeof *d_places));
    mark_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_places, d_out, n);
    CHECK(cudaGetLastError());
    scan_exclusive(d_places, d_places, n);
    store_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_places, d_out, n, d_count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_places));
}
