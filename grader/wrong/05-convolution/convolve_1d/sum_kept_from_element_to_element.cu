// bug: a thread that goes on to a further element adds it to the last one's sum
// reason: wrong
// says: does not begin anew where it goes on
#include "convolution.h"

__global__ void convolve_kernel(const int *in, const int *mask, int *out, int n, int mask_width)
{
    long long step = (long long)gridDim.x * blockDim.x;
    int sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        for (int j = 0; j < mask_width; j++) {
            long long at = i - mask_width / 2 + j;
            if (at >= 0 && at < n)
                sum += mask[j] * in[at];
        }
        out[i] = sum;
    }
}

EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, 256);
    if (blocks > 2048)
        blocks = 2048;
    convolve_kernel<<<blocks, 256>>>(d_in, d_mask, d_out, n, mask_width);
    CHECK(cudaGetLastError());
}
