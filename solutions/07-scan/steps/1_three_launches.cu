// tasks: scan_fast
// how: blocks sum their parts, one block scans these sums, blocks scan their parts
#include "scan.h"

#define BLOCK_SIZE 512
#define MOST_BLOCKS 1024 // one block scans their totals, one thread a total

// The sum of a block's part, and later of all parts before it. A variable of the device and
// not an allocation: launches on one stream follow each other, so no two calls use it at once.
static __device__ int totals[MOST_BLOCKS];

// The sum of the values of threads 0 to t, by Kogge and Stone; by all threads of a block.
static __device__ int scan_block(int value)
{
    __shared__ int sums[MOST_BLOCKS];
    unsigned t = threadIdx.x;
    sums[t] = value;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads(); // the sums of the step before are complete
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads(); // all have read them: they may be overwritten
        sums[t] += before;
    }
    return sums[t];
}

// Elements first to end - 1 are the block's part, an equal share of all.
static __device__ size_t part_start(size_t n, unsigned block)
{
    size_t share = (n + gridDim.x - 1) / gridDim.x, start = share * block;
    return start < n ? start : n;
}

// Block b stores the sum of its part.
__global__ void sum_parts_kernel(const int *in, size_t n)
{
    size_t end = part_start(n, blockIdx.x + 1);
    int sum = 0;
    for (size_t i = part_start(n, blockIdx.x) + threadIdx.x; i < end; i += BLOCK_SIZE)
        sum += in[i];
    sum = scan_block(sum);
    if (threadIdx.x == BLOCK_SIZE - 1)
        totals[blockIdx.x] = sum;
}

// Each total becomes the sum of those before it. A single block of MOST_BLOCKS threads.
__global__ void scan_totals_kernel(unsigned count)
{
    int total = threadIdx.x < count ? totals[threadIdx.x] : 0;
    totals[threadIdx.x] = scan_block(total) - total;
}

// Block b scans its part, BLOCK_SIZE elements at a time; the carry begins with all parts
// before.
__global__ void scan_parts_kernel(const int *in, int *out, size_t n)
{
    __shared__ int last_sum;
    size_t end = part_start(n, blockIdx.x + 1);
    int carry = totals[blockIdx.x];
    for (size_t first = part_start(n, blockIdx.x); first < end; first += BLOCK_SIZE) {
        size_t i = first + threadIdx.x;
        int sum = carry + scan_block(i < end ? in[i] : 0);
        if (i < end)
            out[i] = sum;
        if (threadIdx.x == BLOCK_SIZE - 1) // its readers are behind the barriers above
            last_sum = sum;
        __syncthreads(); // the carry is there
        carry = last_sum;
    }
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    size_t needed = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    unsigned blocks = needed < MOST_BLOCKS ? (unsigned)needed : MOST_BLOCKS;
    sum_parts_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n);
    CHECK(cudaGetLastError());
    scan_totals_kernel<<<1, MOST_BLOCKS>>>(blocks);
    CHECK(cudaGetLastError());
    scan_parts_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
