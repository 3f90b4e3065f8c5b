// tasks: scan_fast
// how: sections, the scan of their totals by the same function, and the carries added
// night: it takes six seconds of a core; vectors_where_they_may_be.cu takes two
#include "scan.h"

#define BLOCK_SIZE 1024

__global__ void scan_sections_kernel(const int *in, int *out, size_t n, int *totals)
{
    __shared__ int sums[BLOCK_SIZE];
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    sums[threadIdx.x] = i < n ? in[i] : 0;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = threadIdx.x >= stride ? sums[threadIdx.x - stride] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
    }
    if (i < n)
        out[i] = sums[threadIdx.x];
    if (threadIdx.x == BLOCK_SIZE - 1)
        totals[blockIdx.x] = sums[threadIdx.x];
}

__global__ void add_carries_kernel(int *out, size_t n, const int *carries)
{
    size_t i = (size_t)(blockIdx.x + 1) * BLOCK_SIZE + threadIdx.x;
    if (i < n)
        out[i] += carries[blockIdx.x];
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    int *d_totals;
    unsigned blocks = blocks_for(n, BLOCK_SIZE);
    CHECK(cudaMalloc(&d_totals, blocks * sizeof *d_totals));
    scan_sections_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, n, d_totals);
    CHECK(cudaGetLastError());
    if (blocks > 1) {
        scan_fast(d_totals, d_totals, blocks);
        add_carries_kernel<<<blocks - 1, BLOCK_SIZE>>>(d_out, n, d_totals);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaFree(d_totals));
}
