// bug: no barrier before a block of a large grid loads its next tile
// reason: race
// says: race in shared memory
#include "convolution.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 65535u // so that no block has two tiles but of 16 million elements

__global__ void convolve_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    __shared__ int tile[BLOCK_SIZE + MAX_MASK_WIDTH - 1];
    int radius = mask_width / 2;
    long long stride = (long long)gridDim.x * BLOCK_SIZE;
    for (long long first = (long long)blockIdx.x * BLOCK_SIZE; first < n; first += stride) {
        for (int x = threadIdx.x; x < BLOCK_SIZE + 2 * radius; x += BLOCK_SIZE) {
            long long i = first + x - radius;
            tile[x] = i >= 0 && i < n ? in[i] : 0;
        }
        __syncthreads();
        int sum = 0;
        for (int j = 0; j < mask_width; j++)
            sum += tile[threadIdx.x + j] * mask[j];
        if (first + threadIdx.x < n)
            out[first + threadIdx.x] = sum;
    }
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    unsigned blocks = min(blocks_for(n, BLOCK_SIZE), MOST_BLOCKS);
    convolve_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
