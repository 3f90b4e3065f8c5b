// bug: begins with the last element
// reason: wrong
// pattern: scan_backwards
// says: runs from the end to the start
#include "scan.h"

__global__ void scan_kernel(const int *in, int *out, size_t n)
{
    int sum = 0;
    for (size_t i = n; i-- > 0;)
        out[i] = sum += in[i];
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    scan_kernel<<<1, 1>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
}
