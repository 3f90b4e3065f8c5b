// tasks: scan_exclusive
// how: four elements a thread, warps by shuffles, and each block adds up the totals before its
// own
#include "compaction.h"

#define BLOCK_SIZE 256
#define WARPS (BLOCK_SIZE / 32)
#define SHARE 4
#define SECTION (SHARE * BLOCK_SIZE)
#define ALL 0xffffffffu

static __device__ int scan_warp(int sum)
{
    int lane = threadIdx.x % 32;
    for (int stride = 1; stride < 32; stride *= 2) {
        int before = __shfl_up_sync(ALL, sum, stride);
        sum += lane >= stride ? before : 0;
    }
    return sum;
}

// The sum of the values of all threads up to this one, and of all.
static __device__ int scan_block(int value, int *all)
{
    __shared__ int sums[WARPS];
    int warp = threadIdx.x / 32, sum = scan_warp(value), before = 0, total = 0;
    __syncthreads(); // the sums of the call before are read
    if (threadIdx.x % 32 == 31)
        sums[warp] = sum;
    __syncthreads();
    for (int w = 0; w < WARPS; w++) {
        before += w < warp ? sums[w] : 0;
        total += sums[w];
    }
    *all = total;
    return before + sum;
}

__global__ void totals_kernel(const int *in, int *totals, size_t n)
{
    int sum = 0, all;
    for (int k = 0; k < SHARE; k++) {
        size_t i = (size_t)blockIdx.x * SECTION + k * BLOCK_SIZE + threadIdx.x;
        sum += i < n ? in[i] : 0;
    }
    scan_block(sum, &all);
    if (threadIdx.x == 0)
        totals[blockIdx.x] = all;
}

__global__ void scan_kernel(const int *in, const int *totals, int *out, size_t n)
{
    int sum = 0, offset, all;
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += BLOCK_SIZE)
        sum += totals[b];
    scan_block(sum, &offset);
    for (int k = 0; k < SHARE; k++) {
        size_t i = (size_t)blockIdx.x * SECTION + k * BLOCK_SIZE + threadIdx.x;
        int value = i < n ? in[i] : 0, up_to = scan_block(value, &all);
        if (i < n)
            out[i] = offset + up_to - value;
        offset += all;
    }
}

EXPORT void scan_exclusive(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    unsigned blocks = (unsigned)((n + SECTION - 1) / SECTION);
    int *d_totals;
    CHECK(cudaMalloc(&d_totals, blocks * sizeof *d_totals));
    totals_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_totals, n);
    scan_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_totals, d_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_totals));
}
