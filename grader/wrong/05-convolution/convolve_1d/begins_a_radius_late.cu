// bug: the radius is added, not subtracted
// reason: wrong
// pattern: begins_a_radius_late
// says: subtract the radius
#include "convolution.h"

__global__ void convolve_1d_kernel(const int *in, const int *mask, int *out, int n,
                                   int mask_width)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n)
        return;
    int sum = 0;
    for (int j = 0; j < mask_width; j++) {
        long long at = (long long)i + mask_width / 2 + j;
        if (at >= 0 && at < n)
            sum += mask[j] * in[at];
    }
    out[i] = sum;
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    convolve_1d_kernel<<<blocks_for(n, 256), 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
