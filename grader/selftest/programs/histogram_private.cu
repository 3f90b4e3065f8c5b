// Counts bytes in a copy of the bins that each block has for itself.
// prints: 262144 bytes in all, 0 bins differ
#include "check.cuh"
#include <vector>

constexpr int BINS = 256;

__global__ void count(const unsigned char *bytes, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(own + bytes[i], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (own[b])
            atomicAdd(bins + b, own[b]);
}

int main()
{
    const size_t n = 1 << 18;
    std::vector<unsigned char> bytes(n);
    std::vector<unsigned> bins(BINS), want(BINS);
    for (size_t i = 0; i < n; i++)
        want[bytes[i] = i * i % 251]++;
    unsigned char *d_bytes = on_device(bytes.data(), n);
    unsigned *d_bins, all = 0, differ = 0;
    CHECK(cudaMalloc((void **)&d_bins, BINS * sizeof(unsigned)));
    CHECK(cudaMemset(d_bins, 0, BINS * sizeof(unsigned)));
    dim3 gridDim(16), blockDim(128);
    count<<<gridDim, blockDim>>>(d_bytes, n, d_bins);
    to_host(bins.data(), d_bins, BINS);
    CHECK(cudaFree(d_bytes));
    for (int b = 0; b < BINS; b++)
        all += bins[b], differ += bins[b] != want[b];
    printf("%u bytes in all, %u bins differ\n", all, differ);
    return differ != 0;
}
