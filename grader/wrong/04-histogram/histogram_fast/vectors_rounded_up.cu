// bug: 15 bytes behind the last vector are taken for a vector
// reason: out-of-bounds
// says: read of 16 bytes at byte 240 of text, which has 255 bytes
// only: out-of-bounds
#include "histogram.h"
__device__ void word(unsigned (&c)[LETTER_BINS], unsigned w)
{
    for (int j = 0; j < 4; j++) {
        unsigned k = (w >> 8 * j & 255) - 'a';
        if (k < 26)
            for (int l = 0; l < LETTER_BINS; l++)
                c[l] += k / 4 == l;
    }
}
__global__ void h(const unsigned char *t, size_t n, unsigned *b)
{
    __shared__ unsigned s[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        s[threadIdx.x] = 0;
    __syncthreads();
    unsigned c[LETTER_BINS] = {};
    size_t head = -(size_t)t & 15;
    if (head > n)
        head = n;
    size_t quads = (n - head + 1) / 16;
    size_t me = (size_t)blockIdx.x * blockDim.x + threadIdx.x,
           step = (size_t)blockDim.x * gridDim.x;
    const uint4 *q = (const uint4 *)(t + head);
    for (size_t i = me; i < quads; i += step) {
        uint4 v = q[i];
        word(c, v.x);
        word(c, v.y);
        word(c, v.z);
        word(c, v.w);
    }
    if (me < head)
        word(c, t[me]);
    for (size_t i = head + quads * 16 + me; i < n; i += step)
        word(c, t[i]);
    for (int k = 0; k < LETTER_BINS; k++) {
        for (int o = 16; o; o /= 2)
            c[k] += __shfl_down_sync(~0u, c[k], o);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&s[k], c[k]);
    }
    __syncthreads();
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&b[threadIdx.x], s[threadIdx.x]);
}
EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof(unsigned)));
    if (!n)
        return;
    h<<<blocks_for(n, 16384) < 1024 ? blocks_for(n, 16384) : 1024, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
