// tasks: compact
// how: each warp counts by a ballot what stays; one block scans the counts of the blocks
#include "compaction.h"

#define BLOCK_SIZE 256
#define WARPS (BLOCK_SIZE / 32)
#define ALL 0xffffffffu

// Each warp gives a count: those of the warps before this one, and of all.
static __device__ int counts_before(int own, int *all)
{
    __shared__ int counts[WARPS];
    int warp = threadIdx.x / 32, before = 0, sum = 0;
    if (threadIdx.x % 32 == 0)
        counts[warp] = own;
    __syncthreads();
    for (int w = 0; w < WARPS; w++) {
        before += w < warp ? counts[w] : 0;
        sum += counts[w];
    }
    *all = sum;
    return before;
}

__global__ void count_kernel(const int *in, int *counts, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    int all;
    counts_before(__popc(__ballot_sync(ALL, i < n && in[i] > 0)), &all);
    if (threadIdx.x == 0)
        counts[blockIdx.x] = all;
    if (i < n)
        out[i] = 0;
}

// One block: thread t adds up a share of the counts, and then makes places of them.
__global__ void scan_kernel(int *counts, unsigned blocks, int *count)
{
    __shared__ int sums[BLOCK_SIZE];
    unsigned share = (blocks + BLOCK_SIZE - 1) / BLOCK_SIZE;
    unsigned first = threadIdx.x * share, end = min(first + share, blocks);
    int sum = 0, place = 0;
    for (unsigned b = first; b < end; b++)
        sum += counts[b];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned t = 0; t < threadIdx.x; t++)
        place += sums[t];
    if (threadIdx.x == BLOCK_SIZE - 1)
        *count = place + sum;
    for (unsigned b = first; b < end; b++) {
        int own = counts[b];
        counts[b] = place;
        place += own;
    }
}

__global__ void store_kernel(const int *in, const int *places, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    bool stays = i < n && in[i] > 0;
    unsigned lanes = __ballot_sync(ALL, stays), lane = threadIdx.x % 32;
    int all, before = counts_before(__popc(lanes), &all);
    if (stays)
        out[places[blockIdx.x] + before + __popc(lanes & ((1u << lane) - 1))] = in[i];
}

EXPORT void compact(const int *d_in, int *d_out, size_t n, int *d_count)
{
    unsigned blocks = (unsigned)(n / BLOCK_SIZE + 1);
    int *d_places;
    CHECK(cudaMalloc(&d_places, blocks * sizeof *d_places));
    count_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_places, d_out, n);
    scan_kernel<<<1, BLOCK_SIZE>>>(d_places, blocks, d_count);
    store_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_places, d_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_places));
}
