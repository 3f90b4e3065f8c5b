// bug: only the section before
// reason: wrong
// pattern: carry_of_one
// says: the sum of the one section before it
// night: five seconds of a core; other wrong sums of this lab take one
#include "scan.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS (1 << 16)

static __device__ int totals[MOST_BLOCKS];

static __device__ int scan_block(int value)
{
    __shared__ int sums[1024];
    unsigned t = threadIdx.x;
    sums[t] = value;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += before;
    }
    return sums[t];
}

__global__ void sum_sections_kernel(const int *in, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    int sum = scan_block(i < n ? in[i] : 0);
    if (threadIdx.x == BLOCK_SIZE - 1)
        totals[blockIdx.x] = sum;
}

__global__ void scan_sections_kernel(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    int carry = blockIdx.x ? totals[blockIdx.x - 1] : 0;
    int sum = carry + scan_block(i < n ? in[i] : 0);
    if (i < n)
        out[i] = sum;
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, BLOCK_SIZE);
    sum_sections_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n);

    scan_sections_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
