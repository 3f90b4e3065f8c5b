// tasks: convolve_1d
// how: sixteen blocks take tiles in turn, with the halo in shared memory and a barrier before
// each reuse
#include "convolution.h"

#define TILE 256
#define BLOCKS 16

__global__ void list_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    __shared__ int tile[TILE + MAX_MASK_WIDTH - 1];
    int radius = mask_width / 2;
    for (int first = blockIdx.x * TILE; first < n; first += gridDim.x * TILE) {
        __syncthreads(); // all have used the last tile
        for (int i = threadIdx.x; i < TILE + 2 * radius; i += blockDim.x) {
            int neighbour = first - radius + i;
            tile[i] = neighbour >= 0 && neighbour < n ? in[neighbour] : 0;
        }
        __syncthreads(); // the tile is complete
        int sum = 0, i = first + threadIdx.x;
        for (int j = 0; j < mask_width; j++)
            sum += mask[j] * tile[threadIdx.x + j];
        if (i < n)
            out[i] = sum;
    }
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    list_kernel<<<BLOCKS, TILE>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
