// bug: each input adds to its neighbours' sums
// reason: race
// says: use an atomic
// only: race
#include "convolution.h"

__global__ void scatter_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, radius = mask_width / 2;
    for (int j = 0; j < mask_width && i < n; j++)
        if (i + radius - j >= 0 && i + radius - j < n)
            out[i + radius - j] += mask[j] * in[i];
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    CHECK(cudaMemset(d_out, 0, n * sizeof(int)));
    scatter_kernel<<<blocks_for(n, 256), 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
