// bug: one block walks through the whole list
// reason: technique
// says: one block does the work
// only: technique
#include "convolution.h"

__global__ void list_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
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
    list_kernel<<<1, 1024>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
