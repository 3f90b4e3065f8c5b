// Lab 06, stretch: one sum over many blocks, as fast as the memory can be read.
#include "reduction.h"

#define BLOCK_SIZE 512
#define WARPS (BLOCK_SIZE / 32)
#define BLOCKS_A_MULTIPROCESSOR 2 // these have 128 KB on their way, more than memory can serve
#define IN_FLIGHT 8               // loads of 16 bytes that a thread has on their way
#define TILE (BLOCK_SIZE * IN_FLIGHT)
#define MOST_BLOCKS 4096

// ---- a thread's share ----------------------------------------------------------------------

static __device__ long long sum_of(int4 x)
{
    return ((long long)x.x + x.y) + ((long long)x.z + x.w);
}

// What thread t of a block meets of `count` vectors: of each tile that falls to the block those
// at t, t + BLOCK_SIZE, ... All IN_FLIGHT loads are on their way before one is needed. 64 bits
// from the first addition on: two ints can overflow one.
static __device__ long long sum_vectors(const int4 *vectors, size_t count)
{
    long long sum = 0;
    size_t stride = (size_t)gridDim.x * TILE;
    for (size_t i = (size_t)blockIdx.x * TILE + threadIdx.x; i < count; i += stride) {
        int4 x[IN_FLIGHT];
#pragma unroll
        for (int k = 0; k < IN_FLIGHT; k++)
            x[k] = i + k * BLOCK_SIZE < count ? vectors[i + k * BLOCK_SIZE]
                                              : make_int4(0, 0, 0, 0);
#pragma unroll
        for (int k = 0; k < IN_FLIGHT; k++)
            sum += sum_of(x[k]);
    }
    return sum;
}

// Loads of four ints must begin at a multiple of 16 bytes. Up to three elements before the
// first such place and up to three behind the last vector are left to the grid's first threads.
static __device__ long long sum_share(const int *in, size_t n)
{
    size_t head = (16 - (size_t)in % 16) % 16 / sizeof *in;
    head = head < n ? head : n;
    size_t count = (n - head) / 4, tail = head + 4 * count;
    long long sum = sum_vectors((const int4 *)(in + head), count);
    size_t t = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (t < head)
        sum += in[t];
    if (t < n - tail)
        sum += in[tail + t];
    return sum;
}

// ---- sums of threads -----------------------------------------------------------------------

// The sum of the values of a warp's lanes, right in lane 0. Lanes wait for each other in the
// shuffle: no barrier, no shared memory.
static __device__ long long sum_warp(long long value)
{
    for (int stride = 16; stride > 0; stride /= 2)
        value += __shfl_down_sync(0xffffffff, value, stride);
    return value;
}

// The sum of the values of a block's threads, right in thread 0.
static __device__ long long sum_block(long long value)
{
    __shared__ long long partial[WARPS];
    value = sum_warp(value);
    __syncthreads(); // who has used `partial` before is done with it
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = value;
    __syncthreads(); // the sums of all warps are there
    if (threadIdx.x >= 32)
        return 0;
    return sum_warp(threadIdx.x < WARPS ? partial[threadIdx.x] : 0);
}

// ---- sums of blocks ------------------------------------------------------------------------

// What each block has summed, and how many blocks have stored theirs. Variables of the device
// and no allocations: launches on one stream follow each other, so no two calls use them.
static __device__ long long partials[MOST_BLOCKS];
static __device__ unsigned arrived;

// Stores the block's sum; true in all threads of the block that is the last to do so.
static __device__ bool is_last_to_store(long long sum)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = sum;
        __threadfence(); // who sees the count sees the sum, too
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    return last;
}

// Stores the sum of all elements in *total. The launch must provide BLOCK_SIZE threads a block.
// Blocks end in any order, so it is the last one that adds their sums: no second launch has to
// wait for all of them, and none before has to clear the total. The last one also leaves the
// count as the next call needs it.
__global__ void __launch_bounds__(BLOCK_SIZE, BLOCKS_A_MULTIPROCESSOR)
    sum_kernel(const int *in, size_t n, long long *total)
{
    long long sum = sum_block(sum_share(in, n));
    if (!is_last_to_store(sum))
        return;
    sum = 0;
    for (unsigned block = threadIdx.x; block < gridDim.x; block += BLOCK_SIZE)
        sum += partials[block];
    sum = sum_block(sum);
    if (threadIdx.x == 0) {
        *total = sum;
        arrived = 0;
    }
}

// No more blocks than the device runs at once: the last ones would run with most of it idle.
static unsigned blocks_of_device(void)
{
    int device, multiprocessors;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    unsigned blocks = BLOCKS_A_MULTIPROCESSOR * multiprocessors;
    return blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    size_t needed = (n / 4 + TILE) / TILE;
    unsigned most = blocks_of_device();
    unsigned blocks = needed < most ? (unsigned)needed : most;
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
