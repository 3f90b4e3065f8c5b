// Lab 06, more: the worked answers.
#include "combining.h"

#include <float.h>

#define BLOCK_SIZE 256
#define MOST_BLOCKS 1024 // more than run at once, and so few that one block has the last word

// Blocks that share n elements, four a thread and more.
static unsigned blocks_that_share(size_t n)
{
    unsigned blocks = blocks_for(n, 4 * BLOCK_SIZE);
    return blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
}

// ---- dot_product: a map, and then a sum ----------------------------------------------------

// The sum of the values of all threads of a block, for each of them. BLOCK_SIZE threads.
static __device__ float sum_of_block(float value)
{
    __shared__ float partial[BLOCK_SIZE];
    int t = threadIdx.x;
    __syncthreads(); // nobody reads the result of the call before any more
    partial[t] = value;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads(); // the sums of the step before are complete
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    __syncthreads(); // thread 0 has made the last sum
    return partial[0];
}

// Each thread has the products of a share; blocks add to *dot, which is 0 before.
__global__ void dot_kernel(const float *a, const float *b, size_t n, float *dot)
{
    float sum = 0;
    size_t first = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    for (size_t i = first; i < n; i += (size_t)gridDim.x * BLOCK_SIZE)
        sum += a[i] * b[i];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0)
        atomicAdd(dot, sum);
}

EXPORT void dot_product(const float *d_a, const float *d_b, size_t n, float *d_dot)
{
    CHECK(cudaMemset(d_dot, 0, sizeof *d_dot)); // all bits 0: 0.0f
    if (n == 0)
        return;
    dot_kernel<<<blocks_that_share(n), BLOCK_SIZE>>>(d_a, d_b, n, d_dot);
    CHECK(cudaGetLastError());
}

// ---- argmax: a tree of pairs ---------------------------------------------------------------

struct candidate {
    float value;
    int index; // -1 for nothing: whatever else there is, is better
};

// The larger value; of equal ones the lower index. So it does not matter which of the two
// comes first, nor in which order several are compared: a tree may do it.
static __device__ struct candidate better(struct candidate x, struct candidate y)
{
    if (x.index < 0 || y.index < 0)
        return x.index < 0 ? y : x;
    if (x.value != y.value)
        return x.value > y.value ? x : y;
    return x.index < y.index ? x : y;
}

// The best of all threads' candidates goes to *result. BLOCK_SIZE threads.
static __device__ void store_best(struct candidate own, struct candidate *result)
{
    __shared__ struct candidate best[BLOCK_SIZE];
    int t = threadIdx.x;
    best[t] = own;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads(); // the candidates of the step before are there
        if (t < stride)
            best[t] = better(best[t], best[t + stride]);
    }
    if (t == 0)
        *result = best[0];
}

__global__ void best_of_elements_kernel(const float *in, size_t n, struct candidate *found)
{
    struct candidate own = {0, -1};
    size_t first = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    for (size_t i = first; i < n; i += (size_t)gridDim.x * BLOCK_SIZE) {
        struct candidate next = {in[i], (int)i};
        own = better(own, next);
    }
    store_best(own, &found[blockIdx.x]);
}

// One block has the last word.
__global__ void best_of_blocks_kernel(const struct candidate *found, unsigned count, int *index)
{
    __shared__ struct candidate best;
    struct candidate own = {0, -1};
    for (unsigned i = threadIdx.x; i < count; i += BLOCK_SIZE)
        own = better(own, found[i]);
    store_best(own, &best);
    if (threadIdx.x == 0) // which has stored it
        *index = best.index;
}

EXPORT void argmax(const float *d_in, size_t n, int *d_index)
{
    if (n == 0) {
        CHECK(cudaMemset(d_index, 0xff, sizeof *d_index)); // all bits 1: -1
        return;
    }
    unsigned blocks = blocks_that_share(n);
    struct candidate *d_found;
    CHECK(cudaMalloc(&d_found, blocks * sizeof *d_found));
    best_of_elements_kernel<<<blocks, BLOCK_SIZE>>>(d_in, n, d_found);
    CHECK(cudaGetLastError());
    best_of_blocks_kernel<<<1, BLOCK_SIZE>>>(d_found, blocks, d_index);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_found));
}

// ---- softmax_rows: two trees of the same row -----------------------------------------------

// As sum_of_block, of which value is the largest.
static __device__ float max_of_block(float value)
{
    __shared__ float partial[BLOCK_SIZE];
    int t = threadIdx.x;
    __syncthreads(); // nobody reads the result of the call before any more
    partial[t] = value;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads(); // the results of the step before are complete
        if (t < stride)
            partial[t] = fmaxf(partial[t], partial[t + stride]);
    }
    __syncthreads(); // thread 0 has made the last one
    return partial[0];
}

// Block r has row r. With the largest element taken off, no term exceeds 1 and one of them is
// 1: the sum is neither infinite nor 0.
__global__ void softmax_kernel(const float *in, float *out, int width)
{
    const float *row = in + (size_t)blockIdx.x * width;
    float largest = -FLT_MAX, sum = 0;
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        largest = fmaxf(largest, row[col]);
    largest = max_of_block(largest);
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        sum += expf(row[col] - largest);
    sum = sum_of_block(sum);
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        out[(size_t)blockIdx.x * width + col] = expf(row[col] - largest) / sum;
}

EXPORT void softmax_rows(const float *d_in, float *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    softmax_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
