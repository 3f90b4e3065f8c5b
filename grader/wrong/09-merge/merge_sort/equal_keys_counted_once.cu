// bug: equal keys are skipped on both sides
// reason: uninitialised
// pattern: other_keys
// says: some are lost
#include "merge.h"

__global__ void merge_runs_kernel(const int *from, int *to, int n, int width)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    int a = k / (2 * width) * (2 * width), b = min(a + width, n), end = min(a + 2 * width, n);
    int place = 0; // how many keys of the pair are smaller than this one
    for (int i = a; i < end; i++)
        place += from[i] < from[k];
    to[a + place] = from[k];
}

EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2)
        return;
    int *d_buffer, *d_from = d_keys, *d_to;
    CHECK(cudaMalloc(&d_buffer, n * sizeof *d_buffer));
    d_to = d_buffer;
    for (int width = 1; width < min(n, 64); width *= 2) {
        merge_runs_kernel<<<blocks_for(n, 256), 256>>>(d_from, d_to, n, width);
        CHECK(cudaGetLastError());
        int *d_merged = d_to;
        d_to = d_from;
        d_from = d_merged;
    }
    if (d_from != d_keys)
        CHECK(cudaMemcpy(d_keys, d_from, n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_buffer));
}
