// bug: keys are compared as unsigned numbers
// reason: wrong
// pattern: as_unsigned
// says: negative ones behind all others
#include "merge.h"

// Of `count` keys in order, how many come before this one; where alike, those of the run before
// it.
static __device__ int before(const int *keys, int count, int key, bool alike_too)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        unsigned other = (unsigned)keys[middle];
        if (other < (unsigned)key || (alike_too && other == (unsigned)key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Thread i brings key i to its place in the pair of runs that it is of.
__global__ void pass_kernel(const int *from, int *to, int n, long long run)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long pair = i / (2 * run) * 2 * run, middle = min(pair + run, (long long)n);
    bool is_right = i >= middle;
    long long other = is_right ? pair : middle, end = is_right ? middle : pair + 2 * run;
    int count = (int)(min(end, (long long)n) - other);
    long long own = i - (is_right ? middle : pair);
    to[pair + own + before(from + other, count, from[i], is_right)] = from[i];
}

EXPORT void merge_sort(int *d_keys, int n)
{
    int *d_from = d_keys, *d_to, *d_buffer;
    if (n < 2)
        return;
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    d_to = d_buffer;
    for (long long run = 1; run < n; run *= 2) {
        pass_kernel<<<(n - 1) / 256 + 1, 256>>>(d_from, d_to, n, run);
        int *d_other = d_from;
        d_from = d_to;
        d_to = d_other;
    }
    if (d_from != d_keys)
        CHECK(cudaMemcpy(d_keys, d_from, n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_buffer));
}
