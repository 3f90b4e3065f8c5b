// bug: one thread adds up all
// reason: technique
// says: share them out over many threads
// only: technique
#include "compaction.h"

__global__ void scan_kernel(const int *in, int *out, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        out[i] = sum;
        sum += in[i];
    }
}

EXPORT void scan_exclusive(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    scan_kernel<<<1, 1>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
