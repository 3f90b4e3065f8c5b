// tasks: scan_fast
// how: one block scans the totals in as many rounds as it takes; 6000 blocks at most scan the
// sections in turn, and a block a section adds the carries
// night: its rounds take six seconds of a core
#include "scan.h"

#define BLOCK_SIZE 1024
#define MOST_BLOCKS 6000

// The sum of the block's threads up to this one.
static __device__ int block_scan(int sum, int *sums)
{
    int t = threadIdx.x;
    __syncthreads(); // the round before has been read
    sums[t] = sum;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += before;
    }
    __syncthreads();
    return sums[t];
}

__global__ void sections_kernel(const int *in, int *out, size_t n, int *totals, unsigned count)
{
    __shared__ int sums[BLOCK_SIZE];
    for (unsigned section = blockIdx.x; section < count; section += gridDim.x) {
        size_t i = (size_t)section * BLOCK_SIZE + threadIdx.x;
        int sum = block_scan(i < n ? in[i] : 0, sums);
        if (i < n)
            out[i] = sum;
        if (threadIdx.x == BLOCK_SIZE - 1)
            totals[section] = sum;
    }
}

__global__ void totals_kernel(int *totals, unsigned count)
{
    __shared__ int sums[BLOCK_SIZE];
    int carry = 0;
    for (unsigned first = 0; first < count; first += BLOCK_SIZE) {
        unsigned i = first + threadIdx.x;
        int own = i < count ? totals[i] : 0, sum = block_scan(own, sums);
        if (i < count)
            totals[i] = carry + sum - own;
        carry += sums[BLOCK_SIZE - 1];
    }
}

__global__ void add_kernel(int *out, size_t n, const int *carries)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n)
        out[i] += carries[blockIdx.x];
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    int *totals;
    if (n == 0)
        return;
    unsigned count = blocks_for(n, BLOCK_SIZE);
    CHECK(cudaMalloc(&totals, count * sizeof *totals));
    sections_kernel<<<min(count, MOST_BLOCKS), BLOCK_SIZE>>>(d_in, d_out, n, totals, count);
    totals_kernel<<<1, BLOCK_SIZE>>>(totals, count);
    add_kernel<<<count, BLOCK_SIZE>>>(d_out, n, totals);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(totals));
}
