// tasks: histogram_shared
// class: host
// how: in large cases kernels leave a number in a static variable of a function of both sides
// says: of bins are wrong
#include "histogram.h"

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

__host__ __device__ static unsigned *place()
{
    static unsigned here[4];
    return here;
}

__global__ void tell(const unsigned *parts, int bin)
{
    *place() = parts[bin];
}

__global__ void store(unsigned *bins, int bin, unsigned value)
{
    bins[bin] = value;
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    const size_t small = 100000;
    unsigned blocks = n < 65536 ? blocks_for(n, 256) : 256;
    unsigned *d_parts;
    if (n < small) {
        CHECK(cudaMemset(d_bins, 0, LETTER_BINS * 4));
        if (n)
            count<<<blocks, 256>>>(d_text, n, d_bins);
        return;
    }
    CHECK(cudaMalloc((void **)&d_parts, LETTER_BINS * 4));
    CHECK(cudaMemset(d_parts, 0, LETTER_BINS * 4));
    count<<<blocks, 256>>>(d_text, n, d_parts);
    for (int bin = 0; bin < LETTER_BINS; bin++) {
        tell<<<1, 1>>>(d_parts, bin);
        CHECK(cudaDeviceSynchronize());
        store<<<1, 1>>>(d_bins, bin, *(volatile unsigned *)place());
    }
    CHECK(cudaFree(d_parts));
}
