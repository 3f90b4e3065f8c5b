// bug: what lies before a part of the list in shared memory is not loaded
// reason: wrong
// pattern: part_of_the_halo
// says: missing on one side
#include "convolution.h"

#define BLOCK_SIZE 256

__global__ void list_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    __shared__ int part[BLOCK_SIZE + MAX_MASK_WIDTH - 1];
    int radius = mask_width / 2;
    long long first = (long long)blockIdx.x * BLOCK_SIZE, i = first + threadIdx.x;
    for (int k = threadIdx.x; k < BLOCK_SIZE + 2 * radius; k += BLOCK_SIZE) {
        long long from = first - radius + k;
        part[k] = k >= radius && from < n ? in[from] : 0;
    }
    __syncthreads();
    if (i >= n)
        return;
    int sum = 0;
    for (int j = 0; j < mask_width; j++)
        sum += mask[j] * part[threadIdx.x + j];
    out[i] = sum;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    list_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
