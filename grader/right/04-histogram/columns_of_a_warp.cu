// tasks: byte_histogram
// how: a warp a block, each lane with bins of its own in shared memory, so that none of it
// needs atomics; small blocks merge more often than there are bytes
// night: it takes five seconds of a core; parts_added_by_one_block.cu takes two
#include "histogram.h"

#define LANES 32
#define BYTES_OF_A_BLOCK 128 // 4 of a lane: counters of 8 bits will do

__global__ void columns_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned char own[BYTE_BINS][LANES];
    int lane = threadIdx.x;
    for (int bin = 0; bin < BYTE_BINS; bin++)
        own[bin][lane] = 0;
    size_t first = (size_t)blockIdx.x * BYTES_OF_A_BLOCK;
    for (int i = lane; i < BYTES_OF_A_BLOCK; i += LANES)
        if (first + i < n)
            own[data[first + i]][lane]++;
    __syncthreads(); // all lanes' counts are added below
    for (int bin = lane; bin < BYTE_BINS; bin += LANES) {
        unsigned sum = 0;
        for (int other = 0; other < LANES; other++)
            sum += own[bin][other];
        atomicAdd(&bins[bin], sum);
    }
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof(unsigned)));
    if (n == 0)
        return;
    columns_kernel<<<blocks_for(n, BYTES_OF_A_BLOCK), LANES>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
