// bug: what lacks neighbours is copied from the input
// reason: wrong
// pattern: edges_copied
// says: are left as they were in the input
#include "convolution.h"
__global__ void kernel(const int *in, const int *mask, int *out, int n, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int k = 0; k < width; k++) {
        long long at = (long long)i + k - width / 2;
        if (at >= 0 && at < n)
            sum += in[at] * mask[k];
    }
    if (i >= width / 2 && i < n - width / 2)
        out[i] = sum;
    else
        out[i] = in[i];
}
EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n)
        kernel<<<blocks_for(n, 256), 256>>>(d_in, d_mask, d_out, n, mask_width);
}
