// Lab 02, worked: one sum over many blocks, as fast as memory brings the terms.
#include "kahan.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS                                                                            \
    1056        // eight for each multiprocessor of a large device: enough loads underway
#define LOADS 4 // of four terms each, that a thread has underway at once

// high + low, not yet added: high is the float sum, low adds up what its roundings lost.
struct pair {
    float high, low;
};

// The partial results. A variable of the device and not an allocation: launches on one stream
// follow each other, so no two calls use it at once.
static __device__ struct pair partial[MOST_BLOCKS];

// The float sum of a and b, and exactly what it lost, whichever of the two is larger (Knuth's
// TwoSum; Kahan's three operations need the larger one first, and here terms cancel).
static __device__ struct pair two_sum(float a, float b)
{
    float sum = a + b;
    float b_part = sum - a, a_part = sum - b_part;
    struct pair exact = {sum, (a - a_part) + (b - b_part)};
    return exact;
}

// a + b. The low parts are added to each other and never go through a large sum's rounding.
static __device__ struct pair combine(struct pair a, struct pair b)
{
    struct pair sum = two_sum(a.high, b.high);
    sum.low += a.low + b.low;
    return sum;
}

static __device__ struct pair add(struct pair sum, float term)
{
    struct pair next = two_sum(sum.high, term);
    next.low += sum.low;
    return next;
}

static __device__ struct pair add_quad(struct pair sum, float4 terms)
{
    return add(add(add(add(sum, terms.x), terms.y), terms.z), terms.w);
}

// The sum of a warp's pairs, in lane 0: a tree whose halves meet by shuffles.
static __device__ struct pair combine_warp(struct pair mine)
{
    for (int half = 16; half > 0; half /= 2) {
        struct pair other = {__shfl_down_sync(0xffffffff, mine.high, half),
                             __shfl_down_sync(0xffffffff, mine.low, half)};
        mine = combine(mine, other);
    }
    return mine;
}

// The sum of all threads' pairs, in thread 0; the block has BLOCK_SIZE threads.
static __device__ struct pair combine_block(struct pair mine)
{
    __shared__ struct pair of_warp[BLOCK_SIZE / 32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    mine = combine_warp(mine);
    if (lane == 0)
        of_warp[warp] = mine;
    __syncthreads(); // the warps' pairs are there
    struct pair zero = {0, 0};
    return warp == 0 ? combine_warp(lane < BLOCK_SIZE / 32 ? of_warp[lane] : zero) : zero;
}

// How many terms lie before the first quad: four terms at an address that is a multiple of 16.
static __device__ size_t terms_before_quads(const float *x, size_t n)
{
    size_t before = (sizeof(float4) - (size_t)x % sizeof(float4)) % sizeof(float4) / 4;
    return before < n ? before : n;
}

// Block i leaves in partial[i] the sum of what its threads meet in strides of the whole grid:
// quads, so that a load brings 16 bytes, and at most three terms before and behind them. All
// LOADS of a round are asked for before the first is used: a thread that waits for one at a
// time leaves most of the memory idle.
__global__ void partial_sums_kernel(const float *x, size_t n)
{
    size_t before = terms_before_quads(x, n), quads = (n - before) / 4;
    const float4 *quad = (const float4 *)(x + before);
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x, i = thread;
    struct pair mine = {0, 0};
    for (; i + (LOADS - 1) * threads < quads; i += LOADS * threads) {
        float4 terms[LOADS];
        for (int load = 0; load < LOADS; load++)
            terms[load] = __ldcs(&quad[i + load * threads]);
        for (int load = 0; load < LOADS; load++)
            mine = add_quad(mine, terms[load]);
    }
    for (; i < quads; i += threads) // a last round that is not full
        mine = add_quad(mine, quad[i]);
    if (thread < before)
        mine = add(mine, x[thread]);
    if (thread < n - before - 4 * quads)
        mine = add(mine, x[before + 4 * quads + thread]);
    mine = combine_block(mine);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = mine;
}

// One block combines the partial results of the first kernel; only here high and low are added.
__global__ void combine_partials_kernel(int count, float *sum)
{
    struct pair mine = {0, 0};
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        mine = combine(mine, partial[i]);
    mine = combine_block(mine);
    if (threadIdx.x == 0)
        *sum = mine.high + mine.low;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    // A thread for each four terms, and one at least for what lies before and behind them.
    size_t needed = (n / 4 + BLOCK_SIZE) / BLOCK_SIZE;
    unsigned blocks = needed < MOST_BLOCKS ? (unsigned)needed : MOST_BLOCKS;
    partial_sums_kernel<<<blocks, BLOCK_SIZE>>>(d_x, n);
    CHECK(cudaGetLastError());
    combine_partials_kernel<<<1, BLOCK_SIZE>>>(blocks, d_sum);
    CHECK(cudaGetLastError());
}
