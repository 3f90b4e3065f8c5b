// bug: an element is stored one place late, where an inclusive scan says
// reason: out-of-bounds
// reason: wrong
// says: elements of out are wrong
// says: need a guard
#include "compaction.h"

#define BLOCK_SIZE 256

__global__ void scan_blocks_kernel(const int *in, int *out, int *totals, size_t n)
{
    __shared__ int sums[BLOCK_SIZE];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + t;
    int value = i < n ? in[i] : 0;
    sums[t] = value;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += before;
    }
    if (i < n)
        out[i] = sums[t] - value;
    if (t == BLOCK_SIZE - 1)
        totals[blockIdx.x] = sums[t];
}

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
        scan_exclusive(d_totals, d_totals, blocks);
        add_offsets_kernel<<<blocks, BLOCK_SIZE>>>(d_out, d_totals, n);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaFree(d_totals));
}

__global__ void mark_kernel(const int *in, int *stays, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n) {
        stays[i] = in[i] > 0;
        out[i] = 0;
    }
}

__global__ void store_kernel(const int *in, const int *places, int *out, size_t n, int *count)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n && in[i] > 0)
        out[places[i] + 1] = in[i];
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
