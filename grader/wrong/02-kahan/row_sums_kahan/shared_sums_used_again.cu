// bug: the next row's sums are stored before all have read the last one's
// reason: race
// says: of_thread
// only: race
#include "kahan.h"

#define THREADS 64
#define MOST_BLOCKS 1024

struct pair {
    float high, low;
};

static __device__ struct pair combine(struct pair a, struct pair b)
{
    float sum = a.high + b.high, b_part = sum - a.high;
    float lost = (a.high - (sum - b_part)) + (b.high - b_part);
    struct pair total = {sum, lost + a.low + b.low};
    return total;
}

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    __shared__ struct pair of_thread[THREADS];
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        struct pair mine = {0, 0};
        for (int col = threadIdx.x; col < width; col += THREADS) {
            struct pair term = {x[(size_t)row * width + col], 0};
            mine = combine(mine, term);
        }
        of_thread[threadIdx.x] = mine;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int i = 1; i < THREADS; i++)
                mine = combine(mine, of_thread[i]);
            sums[row] = mine.high + mine.low;
        }
    }
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    unsigned blocks = rows < MOST_BLOCKS ? rows : MOST_BLOCKS;
    sums_kernel<<<blocks, THREADS>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
