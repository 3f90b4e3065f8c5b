// bug: no more than 65535 blocks of 256 threads of 16 bytes each, and no loop
// reason: wrong
// says: nothing of its arrays beyond element 2147483647 was used
#include "histogram.h"

__device__ void one(unsigned *own, unsigned char byte)
{
    unsigned letter = byte - 'a';
    if (letter < 26)
        own[letter / 4 * 256 + threadIdx.x]++;
}
__global__ void count(const unsigned char *text, size_t head, size_t n, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS * 256];
    for (int b = 0; b < LETTER_BINS; b++)
        own[b * 256 + threadIdx.x] = 0;
    size_t t = (size_t)blockIdx.x * 256 + threadIdx.x;
    size_t vectors = (n - head) / 16, tail = head + vectors * 16;
    const uint4 *v = (const uint4 *)(text + head);
    if (t < vectors) {
        uint4 w = v[t];
        unsigned words[4] = {w.x, w.y, w.z, w.w};
        for (int j = 0; j < 16; j++)
            one(own, words[j / 4] >> 8 * (j % 4));
    }
    if (t < head)
        one(own, text[t]);
    if (t < n - tail)
        one(own, text[tail + t]);
    __syncthreads();
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp < LETTER_BINS) {
        unsigned sum = 0;
        for (int i = lane; i < 256; i += 32)
            sum += own[warp * 256 + i];
        sum = __reduce_add_sync(0xffffffff, sum);
        if (lane == 0 && sum)
            atomicAdd(&bins[warp], sum);
    }
}
EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemsetAsync(d_bins, 0, LETTER_BINS * sizeof(unsigned), 0));
    size_t head = -(size_t)d_text % 16;
    if (head > n)
        head = n;
    if (n)
        count<<<min(blocks_for(n, 4096), 65535u), 256>>>(d_text, head, n, d_bins);
    CHECK(cudaGetLastError());
}
