// bug: a block waits for the block of the number before, which may not run yet
// reason: cuda-error
// reason: timeout
// says: does a block wait for one of a lower number?
#include "scan.h"

#define BLOCK_SIZE 256

static __device__ unsigned handed_on;
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
    __shared__ int carry;
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    int sum = scan_block(i < n ? in[i] : 0);
    if (threadIdx.x == BLOCK_SIZE - 1)
        carry = pass_on(blockIdx.x, sum);
    __syncthreads();
    if (i < n)
        out[i] = carry + sum;
}

__global__ void begin_kernel()
{
    handed_on = 0;
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    begin_kernel<<<1, 1>>>();
    scan_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
