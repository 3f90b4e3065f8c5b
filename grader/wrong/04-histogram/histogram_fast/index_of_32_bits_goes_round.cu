// bug: an index of 32 bits goes round and never reaches n, where n has more
// reason: timeout
// says: it goes on and on, and where 32 bits count the elements it is over soon
#include "histogram.h"
__global__ void k(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned s[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        s[threadIdx.x] = 0;
    __syncthreads();
    unsigned own[LETTER_BINS] = {};
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        unsigned letter = text[i] - 'a';
#pragma unroll
        for (int b = 0; b < LETTER_BINS; b++)
            own[b] += letter < 26 && letter / 4 == b;
    }
#pragma unroll
    for (int b = 0; b < LETTER_BINS; b++) {
        unsigned sum = __reduce_add_sync(0xffffffff, own[b]);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&s[b], sum);
    }
    __syncthreads();
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    size_t blocks = (n + 4095) / 4096;
    if (blocks > 1056)
        blocks = 1056;
    k<<<blocks, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
