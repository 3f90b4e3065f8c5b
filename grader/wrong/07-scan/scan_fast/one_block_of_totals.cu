// bug: 4096 totals scanned, not more, so that sections of 4096 end behind 2^24 elements
// reason: wrong
// pattern: from-some-element
// says: right up to element 16781311
#include "scan.h"

#define BLOCK_SIZE 1024
#define ITEMS 4 // of a thread
#define SECTION (BLOCK_SIZE * ITEMS)
#define MOST_SECTIONS (1 << 18)

static __device__ int totals[MOST_SECTIONS];

// Each of the block's threads has ITEMS neighbours: they become prefix sums of the section.
static __device__ void scan_section(int item[ITEMS])
{
    __shared__ int sums[BLOCK_SIZE];
    unsigned t = threadIdx.x;
    for (int i = 1; i < ITEMS; i++)
        item[i] += item[i - 1];
    sums[t] = item[ITEMS - 1];
    for (unsigned stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += before;
    }
    __syncthreads();
    for (int i = 0; i < ITEMS && t > 0; i++)
        item[i] += sums[t - 1];
}

static __device__ void scan_part(const int *in, int *out, size_t first, size_t n, int carry)
{
    int item[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        item[i] = first + i < n ? in[first + i] : 0;
    scan_section(item);
    for (int i = 0; i < ITEMS; i++)
        if (first + i < n && out)
            out[first + i] = carry + item[i];
    if (!out && threadIdx.x == BLOCK_SIZE - 1)
        totals[blockIdx.x] = item[ITEMS - 1];
}

__global__ void sum_sections_kernel(const int *in, size_t n)
{
    scan_part(in, NULL, (size_t)blockIdx.x * SECTION + threadIdx.x * ITEMS, n, 0);
}

__global__ void scan_totals_kernel(unsigned count)
{
    unsigned most = count < SECTION ? count : SECTION;
    scan_part(totals, totals, threadIdx.x * ITEMS, most, 0);
}

__global__ void scan_sections_kernel(const int *in, int *out, size_t n)
{
    int carry = blockIdx.x ? totals[blockIdx.x - 1] : 0;
    scan_part(in, out, (size_t)blockIdx.x * SECTION + threadIdx.x * ITEMS, n, carry);
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, SECTION);
    sum_sections_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n);
    scan_totals_kernel<<<1, BLOCK_SIZE>>>(blocks);
    scan_sections_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
