// bug: a tile begins a place late
// reason: wrong
// pattern: begins_late
// says: begins as far before its outputs
#include "convolution.h"

#define BLOCK_SIZE 256

__global__ void convolve_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    __shared__ int tile[BLOCK_SIZE + MAX_MASK_WIDTH - 1];
    int first = (int)blockIdx.x * BLOCK_SIZE, radius = mask_width / 2, sum = 0;
    for (int x = threadIdx.x; x < BLOCK_SIZE + 2 * radius; x += BLOCK_SIZE) {
        int i = first + x - radius + 1;
        tile[x] = i >= 0 && i < n ? in[i] : 0;
    }
    __syncthreads();
    for (int j = 0; j < mask_width; j++)
        sum += tile[threadIdx.x + j] * mask[j];
    if (first + (int)threadIdx.x < n)
        out[first + threadIdx.x] = sum;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    convolve_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_mask, d_out, n,
                                                               mask_width);
    CHECK(cudaGetLastError());
}
