// bug: keys are compared as floats, which are alike where keys differ beyond 24 bits
// reason: wrong
// says: elements of keys
#include "merge.h"

// Thread t merges the pair of runs that begins at 2 * t * run.
__global__ void pass_kernel(const int *from, int *to, int n, int run, size_t pairs)
{
    size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; t < pairs; t += (size_t)gridDim.x * blockDim.x) {
        long long first = 2ll * run * t, middle = min(first + run, (long long)n);
        long long i = first, j = middle, end = min(first + 2ll * run, (long long)n);
        for (long long k = first; k < end; k++)
            to[k] = j == end || (i < middle && (float)from[i] <= (float)from[j]) ? from[i++]
                                                                                 : from[j++];
    }
}

EXPORT void merge_sort(int *d_keys, int n)
{
    int *d_from = d_keys, *d_to, *d_buffer;
    if (n < 2)
        return;
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    d_to = d_buffer;
    for (long long run = 1; run < n; run *= 2) {
        size_t pairs = (n - 1) / (2 * run) + 1;
        pass_kernel<<<(unsigned)(pairs + 255) / 256, 256>>>(d_from, d_to, n, (int)run, pairs);
        int *d_other = d_from;
        d_from = d_to;
        d_to = d_other;
    }
    if (d_from != d_keys)
        CHECK(cudaMemcpy(d_keys, d_from, n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_buffer));
}
