// tasks: sum_fast
// how: eight loads of a thread on their way at once, in a grid that fits the device
#include "reduction.h"

#define BLOCK_SIZE 512
#define BLOCKS_A_MULTIPROCESSOR 2
#define IN_FLIGHT 8 // loads of 16 bytes that a thread has on their way
#define TILE (BLOCK_SIZE * IN_FLIGHT)

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

// Adds the grid's sum to *total. The launch must provide BLOCK_SIZE threads a block, and a
// *total of 0.
__global__ void sum_kernel(const int *in, size_t n, long long *total)
{
    __shared__ long long partial[BLOCK_SIZE];
    int t = threadIdx.x;
    partial[t] = sum_share(in, n);
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads(); // the sums of the step before are complete
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    // One atomic a block, since blocks end at any time and in any order. There is none for a
    // signed long long; in two's complement the bits of the sum are the same.
    if (t == 0)
        atomicAdd((unsigned long long *)total, (unsigned long long)partial[0]);
}

// No more blocks than the device runs at once: the last ones would run with most of it idle.
static unsigned blocks_of_device(void)
{
    int device, multiprocessors;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    return BLOCKS_A_MULTIPROCESSOR * multiprocessors;
}

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    size_t needed = (n / 4 + TILE) / TILE;
    unsigned most = blocks_of_device();
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum)); // before the kernel: it is on the same stream
    unsigned blocks = needed < most ? (unsigned)needed : most;
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
