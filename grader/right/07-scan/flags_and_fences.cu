// tasks: scan_fast
// how: one pass; a flag for each section says that its sum is there
// night: it takes eight seconds of a core; flags_with_the_number_of_the_call.cu takes four
#include "scan.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS (1 << 22) // for 2^30 elements

static __device__ unsigned started;
static __device__ int prefixes[MOST_BLOCKS]; // of all sections up to a block's own
static __device__ unsigned ready[MOST_BLOCKS];

static __device__ int scan_block(int value)
{
    __shared__ int sums[BLOCK_SIZE];
    __syncthreads();
    sums[threadIdx.x] = value;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = threadIdx.x >= stride ? sums[threadIdx.x - stride] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
    }
    return sums[threadIdx.x];
}

// The sum of all sections before this one. Waits for the block before, which has started.
static __device__ int pass_on(unsigned section, int sum)
{
    int carry = 0;
    if (section > 0) {
        while (atomicAdd(&ready[section - 1], 0) == 0) {
        }
        __threadfence();
        carry = prefixes[section - 1];
    }
    prefixes[section] = carry + sum;
    __threadfence();
    atomicExch(&ready[section], 1);
    return carry;
}

__global__ void scan_kernel(const int *in, int *out, size_t n)
{
    __shared__ unsigned section;
    __shared__ int carry;
    if (threadIdx.x == 0)
        section = atomicAdd(&started, 1);
    __syncthreads();
    size_t i = (size_t)section * BLOCK_SIZE + threadIdx.x;
    int sum = scan_block(i < n ? in[i] : 0);
    if (threadIdx.x == BLOCK_SIZE - 1)
        carry = pass_on(section, sum);
    __syncthreads();
    if (i < n)
        out[i] = carry + sum;
}

__global__ void begin_kernel()
{
    unsigned i = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    ready[i] = 0;
    if (i == 0)
        started = 0;
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    begin_kernel<<<blocks_for(blocks_for(n, BLOCK_SIZE), BLOCK_SIZE), BLOCK_SIZE>>>();
    scan_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
