// bug: where bytes come before the first word, those behind the last word are forgotten
// reason: wrong
// pattern: tail_lost
// says: the last bytes are not counted
#include "histogram.h"
__device__ int bin_of(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}
__global__ void fast_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[7];
    if (threadIdx.x < 7)
        own[threadIdx.x] = 0;
    __syncthreads();
    unsigned count[7] = {};
    size_t stride = (size_t)gridDim.x * blockDim.x, head = (4 - (size_t)text % 4) % 4;
    if (head > n)
        head = n;
    size_t words = (n - head) / 4, me = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uchar4 *body = (const uchar4 *)(text + head);
    for (size_t i = me; i < words; i += stride) {
        uchar4 v = body[i];
        unsigned char four[4] = {v.x, v.y, v.z, v.w};
        for (int j = 0; j < 4; j++)
            for (int bin = 0; bin < 7; bin++)
                count[bin] += bin_of(four[j]) == bin;
    }
    if (me < head)
        for (int bin = 0; bin < 7; bin++)
            count[bin] += bin_of(text[me]) == bin;
    if (!head && me < n - head - 4 * words)
        for (int bin = 0; bin < 7; bin++)
            count[bin] += bin_of(text[head + 4 * words + me]) == bin;
    for (int bin = 0; bin < 7; bin++) {
        unsigned sum = count[bin];
        for (int d = 16; d; d /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, d);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&own[bin], sum);
    }
    __syncthreads();
    if (threadIdx.x < 7)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 7 * sizeof(unsigned)));
    if (!n)
        return;
    unsigned blocks = blocks_for(n, 1024), grid = blocks < 1024 ? blocks : 1024;
    fast_kernel<<<grid, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
