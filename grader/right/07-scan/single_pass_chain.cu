// tasks: scan_fast
// how: one pass; blocks number themselves as they start, and wait for the one before
// night: it takes fourteen seconds of a core; flags_with_the_number_of_the_call.cu four
#include "scan.h"

#define BLOCK_SIZE 256

// How many blocks have started, how many have handed their sum on, and what is handed on.
static __device__ unsigned started, handed_on;
static __device__ int carried;

static __device__ int scan_block(int value)
{
    __shared__ int sums[BLOCK_SIZE];
    sums[threadIdx.x] = value;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = threadIdx.x >= stride ? sums[threadIdx.x - stride] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
    }
    return sums[threadIdx.x];
}

// The sum of all sections before this one; the last thread, which knows its own section's.
static __device__ int pass_on(unsigned section, int sum)
{
    while (atomicAdd(&handed_on, 0) != section) {
    }
    __threadfence();
    int carry = section ? atomicAdd(&carried, 0) : 0;
    atomicExch(&carried, carry + sum);
    __threadfence();
    atomicAdd(&handed_on, 1);
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
    started = handed_on = 0;
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    begin_kernel<<<1, 1>>>();
    scan_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
