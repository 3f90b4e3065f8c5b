// bug: block b has the last section but b, and so waits for a block of a higher number
// reason: cuda-error
// says: Does it wait for another block, which may begin only when this one has ended?
// night: five seconds of a core; waits_for_the_block_before.cu waits by day
#include "scan.h"

#define BLOCK_SIZE 256

// totals[s] is the sum of all elements up to the end of section s, and beside it lies whether
// it is there. The launch must provide zeros.
__global__ void scan_kernel(const int *in, int *out, size_t n, unsigned long long *totals)
{
    __shared__ int sums[BLOCK_SIZE], before;
    unsigned t = threadIdx.x, section = gridDim.x - 1 - blockIdx.x;
    size_t i = (size_t)section * BLOCK_SIZE + t;
    sums[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        int left = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
    if (t == 0) {
        unsigned long long total = 1ull << 32;
        while (section > 0 && !((total = atomicAdd(&totals[section - 1], 0ull)) >> 32))
            ;
        before = (int)(unsigned)total;
        unsigned upto = (unsigned)before + (unsigned)sums[BLOCK_SIZE - 1];
        atomicExch(&totals[section], 1ull << 32 | upto);
    }
    __syncthreads();
    if (i < n)
        out[i] = before + sums[t];
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    unsigned blocks = blocks_for(n, BLOCK_SIZE);
    unsigned long long *d_totals;
    if (n == 0)
        return;
    CHECK(cudaMalloc(&d_totals, blocks * sizeof *d_totals));
    CHECK(cudaMemset(d_totals, 0, blocks * sizeof *d_totals));
    scan_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, n, d_totals);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_totals));
}
