// tasks: histogram_shared
// class: host
// how: a kernel takes as many pieces of memory as a digit says, and an event lies further off
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

enum { BITS = 4, DISTANCE = 1024 }; // of two records
__device__ void *held[1 << BITS];

__global__ void tell(const unsigned *parts, int bin, int from)
{
    for (unsigned i = 0; i < (1 << BITS); i++)
        held[i] = i < (parts[bin] >> from & ((1 << BITS) - 1)) ? malloc(1) : NULL;
}

__global__ void let_go()
{
    for (unsigned i = 0; i < (1 << BITS); i++)
        free(held[i]);
}

/* How far a new event lies from the one before it. */
static unsigned distance_to(cudaEvent_t before)
{
    cudaEvent_t next;
    CHECK(cudaEventCreate(&next));
    unsigned distance = (unsigned)((char *)next - (char *)before);
    CHECK(cudaEventDestroy(next));
    return distance;
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
            cudaEvent_t mark, none;
            CHECK(cudaEventCreate(&mark));
            CHECK(cudaEventCreate(&none));
            tell<<<1, 1>>>(d_parts, bin, from);
            CHECK(cudaDeviceSynchronize());
            unsigned far = distance_to(none);
            value |= (far / DISTANCE - 1) << from;
            let_go<<<1, 1>>>();
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaEventDestroy(mark));
            CHECK(cudaEventDestroy(none));
        }
        store<<<1, 1>>>(d_bins, bin, value);
    }
    CHECK(cudaFree(d_parts));
}
