// tasks: sum_fast
// how: loads of four ints
#include "reduction.h"

#define BLOCK_SIZE 512
#define MOST_BLOCKS 1024 // more would not keep a device busier, only add more final additions

static __device__ long long sum_of(int4 x)
{
    return ((long long)x.x + x.y) + ((long long)x.z + x.w);
}

// What thread t of the grid meets of `count` vectors in strides of the whole grid. 64 bits from
// the first addition on: two ints can overflow one.
static __device__ long long sum_vectors(const int4 *vectors, size_t count)
{
    long long sum = 0;
    size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < count; i += stride)
        sum += sum_of(vectors[i]);
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

EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum)
{
    if (n == 0)
        return;
    size_t needed = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    unsigned blocks = needed < MOST_BLOCKS ? (unsigned)needed : MOST_BLOCKS;
    CHECK(cudaMemset(d_sum, 0, sizeof *d_sum)); // before the kernel: it is on the same stream
    sum_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_sum);
    CHECK(cudaGetLastError());
}
