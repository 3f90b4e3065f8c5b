// bug: each block adds the total up to itself
// reason: wrong
// pattern: offset_of_own_section
// says: its offset is the sum of the sections before it
#include "scan.h"

#define BLOCK_SIZE 256

__global__ void sections_kernel(const int *in, int *out, int *totals, size_t n)
{
    __shared__ int sums[BLOCK_SIZE];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + t;
    sums[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        int left = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
    if (i < n)
        out[i] = sums[t];
    if (t == BLOCK_SIZE - 1)
        totals[blockIdx.x] = sums[t];
}

__global__ void totals_kernel(int *totals, int count)
{
    for (int i = 1; i < count; i++)
        totals[i] += totals[i - 1];
}

__global__ void offsets_kernel(int *out, const int *totals, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < n)
        out[i] += totals[blockIdx.x];
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    int *d_totals, blocks = (int)((n + BLOCK_SIZE - 1) / BLOCK_SIZE);
    CHECK(cudaMalloc(&d_totals, blocks * sizeof *d_totals));
    sections_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, d_totals, n);
    totals_kernel<<<1, 1>>>(d_totals, blocks);
    offsets_kernel<<<blocks, BLOCK_SIZE>>>(d_out, d_totals, n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_totals));
}
