// bug: the last tile is as long as the remainder, which is 0 where all tiles are whole
// reason: wrong
// pattern: tail-unwritten
// says: elements of out are wrong
#include "convolution.h"

#define TILE 1024

__global__ void list_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    int first = blockIdx.x * TILE, length = first + TILE < n ? TILE : n % TILE;
    for (int i = first + threadIdx.x; i < first + length; i += blockDim.x) {
        int sum = 0;
        for (int j = 0; j < mask_width; j++) {
            int neighbour = i - mask_width / 2 + j;
            if (neighbour >= 0 && neighbour < n)
                sum += mask[j] * in[neighbour];
        }
        out[i] = sum;
    }
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    list_kernel<<<blocks_for(n, TILE), 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
