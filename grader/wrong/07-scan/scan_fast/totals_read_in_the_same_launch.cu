// bug: reads totals that may not be there yet
// reason: race
// says: blocks run in no order
// only: race
#include "scan.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 16384

static __device__ int totals[MOST_BLOCKS];

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

__global__ void scan_kernel(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    int sum = scan_block(i < n ? in[i] : 0);
    if (threadIdx.x == BLOCK_SIZE - 1)
        totals[blockIdx.x] = sum;
    for (unsigned block = 0; block < blockIdx.x; block++)
        sum += totals[block];
    if (i < n)
        out[i] = sum;
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    scan_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
