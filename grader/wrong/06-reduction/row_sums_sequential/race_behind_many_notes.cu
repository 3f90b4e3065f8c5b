// bug: no barrier within the last warp, behind hundreds of lines in which threads store alike
// reason: race
// says: missing before this line
// only: race
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

/* All threads store the same there: each such line is told once, as a note. */
#define STORE(i) (same[i] = 1)
#define STORES_4(i) (STORE(i), STORE(i + 1), STORE(i + 2), STORE(i + 3))
#define STORES_16(i) (STORES_4(i), STORES_4(i + 4), STORES_4(i + 8), STORES_4(i + 12))
#define STORES_64(i) (STORES_16(i), STORES_16(i + 16), STORES_16(i + 32), STORES_16(i + 48))
#define PLACES 320

__global__ void store_alike(int *same)
{
    STORES_64(0);
    STORES_64(64);
    STORES_64(128);
    STORES_64(192);
    STORES_64(256);
}

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    int t = BLOCK_SIZE - 1 - threadIdx.x;
    for (int i = t; i < SECTION; i += BLOCK_SIZE)
        partial[i] = i < width ? in[(size_t)blockIdx.x * width + i] : 0;
    for (int stride = SECTION / 2; stride > 32; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    __syncthreads();
    for (int stride = 32; stride > 0; stride /= 2)
        if (t < stride)
            partial[t] += partial[t + stride];
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    int *d_same;
    if (rows == 0)
        return;
    CHECK(cudaMalloc((void **)&d_same, PLACES * sizeof *d_same));
    store_alike<<<1, 64>>>(d_same);
    sequential_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_same));
}
