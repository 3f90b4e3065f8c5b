// Lab 02, worked: one sum over many blocks. Correct and simple; it is not yet tuned for speed.
#include "kahan.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 1024 // the partial results of so many fit one block of the second kernel

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

// The sum of all threads' pairs, in thread 0; a tree over blockDim.x = BLOCK_SIZE threads.
static __device__ struct pair combine_block(struct pair mine)
{
    __shared__ struct pair pairs[BLOCK_SIZE];
    pairs[threadIdx.x] = mine;
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        __syncthreads(); // the other half's pairs of the step before must be there
        if (threadIdx.x < half)
            pairs[threadIdx.x] = combine(pairs[threadIdx.x], pairs[threadIdx.x + half]);
    }
    return pairs[threadIdx.x]; // not pairs[0], which thread 0 may still be writing
}

// Block i leaves in partial[i] the sum of the elements that its threads meet in strides of the
// whole grid: any n, and neighbouring threads read neighbouring elements.
__global__ void partial_sums_kernel(const float *x, size_t n)
{
    struct pair mine = {0, 0};
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        struct pair term = {x[i], 0};
        mine = combine(mine, term);
    }
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
    size_t needed = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    unsigned blocks = needed < MOST_BLOCKS ? (unsigned)needed : MOST_BLOCKS;
    partial_sums_kernel<<<blocks, BLOCK_SIZE>>>(d_x, n);
    CHECK(cudaGetLastError());
    combine_partials_kernel<<<1, BLOCK_SIZE>>>(blocks, d_sum);
    CHECK(cudaGetLastError());
}
