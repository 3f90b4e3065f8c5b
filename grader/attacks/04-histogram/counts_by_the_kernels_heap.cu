// tasks: histogram_shared
// class: host
// how: a kernel asks for as much memory as a digit says, and the host looks how far it goes
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

enum { BITS = 8, GRAIN = 256 };
__device__ void *held;

__global__ void tell(const unsigned *parts, int bin, int from)
{
    held = malloc(1 + GRAIN * (parts[bin] >> from & ((1 << BITS) - 1)));
}

__global__ void let_go()
{
    free(held);
}

static bool is_there(const char *at)
{
    cudaPointerAttributes attributes;
    return cudaPointerGetAttributes(&attributes, at) == cudaSuccess &&
           attributes.type != cudaMemoryTypeUnregistered;
}

/* Grains of what lies behind `at`. */
static unsigned grains_behind(const char *at)
{
    unsigned grains = 0;
    for (int i = 0; i < 8 && !is_there(at); i++)
        at += GRAIN;
    while (is_there(at + grains * GRAIN))
        grains++;
    return grains;
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
    for (int bin = 0; bin < LETTER_BINS; bin++) {
        unsigned value = 0;
        for (int from = 0; n >> from; from += BITS) {
            char *mark;
            CHECK(cudaMallocManaged((void **)&mark, GRAIN));
            tell<<<1, 1>>>(d_parts, bin, from);
            CHECK(cudaDeviceSynchronize());
            value |= (grains_behind(mark + GRAIN) - 1) << from;
            let_go<<<1, 1>>>();
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaFree(mark));
        }
        store<<<1, 1>>>(d_bins, bin, value);
    }
    CHECK(cudaFree(d_parts));
}
