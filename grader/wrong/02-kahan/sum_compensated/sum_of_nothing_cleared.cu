// bug: without elements the sum is set to 0: at size 0 nothing is written, and it has no room
// reason: cuda-error
// says: there is nothing to write
#include "kahan.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 512

struct pair {
    float high, low;
};

// The float sum, and what it has lost, is added to what was lost before.
__device__ struct pair combine(struct pair a, struct pair b)
{
    float sum = a.high + b.high, b_part = sum - a.high, a_part = sum - b_part;
    struct pair both = {sum, (a.high - a_part) + (b.high - b_part) + (a.low + b.low)};
    return both;
}

// Block i stores its pair in partial[i].
__global__ void partial_sums(const float *x, size_t n, struct pair *partial)
{
    __shared__ struct pair of_thread[BLOCK_SIZE];
    struct pair mine = {0, 0};
    for (size_t i = blockIdx.x * (size_t)BLOCK_SIZE + threadIdx.x; i < n;
         i += gridDim.x * (size_t)BLOCK_SIZE) {
        struct pair term = {x[i], 0};
        mine = combine(mine, term);
    }
    of_thread[threadIdx.x] = mine;
    __syncthreads(); // all pairs are there
    for (unsigned half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            of_thread[threadIdx.x] =
                combine(of_thread[threadIdx.x], of_thread[threadIdx.x + half]);
        __syncthreads(); // this level is done
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = of_thread[0];
}

__global__ void combine_partials(const struct pair *partial, unsigned count, float *sum)
{
    struct pair all = {0, 0};
    for (unsigned i = 0; i < count; i++)
        all = combine(all, partial[i]);
    *sum = all.high + all.low;
}

EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0) {
        CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
        return;
    }
    size_t needed = (n + 4 * BLOCK_SIZE - 1) / (4 * BLOCK_SIZE);
    unsigned blocks = needed < MOST_BLOCKS ? (unsigned)needed : MOST_BLOCKS;
    struct pair *d_partial;
    CHECK(cudaMalloc(&d_partial, blocks * sizeof *d_partial));
    partial_sums<<<blocks, BLOCK_SIZE>>>(d_x, n, d_partial);
    combine_partials<<<1, 1>>>(d_partial, blocks, d_sum);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_partial));
}
