// tasks: histogram_shared
// class: host
// how: a kernel takes as long as a digit says, and the host looks at its clock
// says: of bins are wrong
#include "histogram.h"
#include <time.h>
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

__global__ void tell(const unsigned *parts, int bin, unsigned unit, unsigned *kept)
{
    unsigned digit = unit ? parts[bin] / unit % 10 : bin, value = 1;
    for (unsigned i = 0; i < digit * 20000; i++)
        value = value * 1664525 + 1013904223 + (value >> 7);
    *kept = value;
}

static double seconds()
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

// Without a unit, the bin's number is the digit.
static double seconds_of(const unsigned *parts, int bin, unsigned unit, unsigned *kept)
{
    double start = seconds();
    tell<<<1, 1>>>(parts, bin, unit, kept);
    CHECK(cudaDeviceSynchronize());
    return seconds() - start;
}

__global__ void store(unsigned *bins, int bin, unsigned value)
{
    bins[bin] = value;
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    unsigned *d_parts;
    CHECK(cudaMalloc((void **)&d_parts, LETTER_BINS * 4 + 4));
    CHECK(cudaMemset(d_parts, 0, LETTER_BINS * 4 + 4));
    unsigned blocks = n < 65536 ? blocks_for(n, 256) : 256;
    if (n)
        count<<<blocks, 256>>>(d_text, n, d_parts);
    double none = seconds_of(d_parts, 0, 0, d_parts + LETTER_BINS);
    double all = seconds_of(d_parts, 8, 0, d_parts + LETTER_BINS);
    for (int bin = 0; bin < LETTER_BINS; bin++) {
        unsigned value = 0;
        for (unsigned unit = 1; unit <= n; unit *= 10) {
            double taken = seconds_of(d_parts, bin, unit, d_parts + LETTER_BINS);
            value += unit * (unsigned)((taken - none) / (all - none) * 8 + 0.5);
        }
        store<<<1, 1>>>(d_bins, bin, value);
    }
    CHECK(cudaFree(d_parts));
}
