// bug: a ghost ends the loop
// reason: wrong
// pattern: ends_at_first_ghost
// says: leave the ghost out and go on
#include "convolution.h"

#define BLOCK_SIZE 256

__global__ void convolve_1d_kernel(const int *__restrict__ in, const int *__restrict__ mask,
                                   int *__restrict__ out, int n, int mask_width)
{

    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int j = 0; j < mask_width; j++) {
        long long neighbour = i - mask_width / 2 + j;
        if (neighbour < 0 || neighbour >= n)
            break;
        sum += mask[j] * in[neighbour];
    }
    out[i] = sum;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    convolve_1d_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_mask, d_out, n,
                                                                  mask_width);
    CHECK(cudaGetLastError());
}
