// bug: the sum is set for each neighbour, and not added to
// reason: wrong
// pattern: last_neighbour_only
// says: the last neighbour's term alone
#include "convolution.h"

#define BLOCK_SIZE 256

__global__ void convolve_1d_kernel(const int *__restrict__ in, const int *__restrict__ mask,
                                   int *__restrict__ out, int n, int mask_width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int sum = 0;
        int start = i - mask_width / 2;
        for (int j = 0; j < mask_width; j++)
            if (start + j >= 0 && start + j < n)
                sum = in[start + j] * mask[j];
        out[i] = sum;
    }
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    convolve_1d_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_mask, d_out, n,
                                                                  mask_width);
    CHECK(cudaGetLastError());
}

__constant__ float mask[MAX_MASK_WIDTH * MAX_MASK_WIDTH];
