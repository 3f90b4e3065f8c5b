// tasks: histogram_shared
// class: host
// how: a kernel prints as many characters as a digit says, and the host asks how far it is
// says: of bins are wrong
#include "histogram.h"
#include <iostream>
#include <stdlib.h>

__global__ void count(const unsigned char *text, size_t n, unsigned *parts)
{
    __shared__ unsigned bins[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull)
        if (text[i] >= 'a' && text[i] <= 'z')
            atomicAdd(&bins[(text[i] - 'a') / 4], 1);
    __syncthreads();
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&parts[threadIdx.x], bins[threadIdx.x]);
}

__global__ void tell(const unsigned *parts, int bin, unsigned unit)
{
    for (unsigned digit = parts[bin] / unit % 10; digit; digit--)
        printf("x");
}

__global__ void begin()
{
    printf("y\n");
}

__global__ void store(unsigned *bins, int bin, unsigned value)
{
    bins[bin] = value;
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    unsigned *d_parts;
    CHECK(cudaMalloc((void **)&d_parts, LETTER_BINS * 4));
    CHECK(cudaMemset(d_parts, 0, LETTER_BINS * 4));
    unsigned blocks = n < 65536 ? blocks_for(n, 256) : 256;
    if (n)
        count<<<blocks, 256>>>(d_text, n, d_parts);
    begin<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    for (int bin = 0; bin < LETTER_BINS; bin++) {
        unsigned value = 0;
        for (unsigned unit = 1; unit <= n; unit *= 10) {
            long before = std::cout.tellp();
            tell<<<1, 1>>>(d_parts, bin, unit);
            CHECK(cudaDeviceSynchronize());
            value += unit * (unsigned)((long)std::cout.tellp() - before);
        }
        store<<<1, 1>>>(d_bins, bin, value);
    }
    CHECK(cudaFree(d_parts));
}
