// bug: keeps the number of bytes in an int: of more than 2^31 bytes none is read
// reason: wrong
// says: nothing of its arrays beyond element 2147483647 was used
#include "histogram.h"

__global__ void histogram_kernel(const unsigned char *text, int n, unsigned *bins)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26)
            atomicAdd(&bins[letter / 4], 1);
    }
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 7 * sizeof *d_bins));
    if (n == 0)
        return;
    size_t blocks = (n + 255) / 256;
    histogram_kernel<<<(unsigned)(blocks < 1024 ? blocks : 1024), 256>>>(d_text, (int)n,
                                                                         d_bins);
    CHECK(cudaGetLastError());
}
