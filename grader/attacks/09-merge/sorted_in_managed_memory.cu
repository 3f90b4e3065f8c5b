// tasks: merge_sort
// class: host
// how: the host sorts in managed memory, kernels copy there and back
// says: as many as a quarter of the input or more
#include "merge.h"
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    return (*(int *)a > *(int *)b) - (*(int *)a < *(int *)b);
}

__global__ void copy(int *to, const int *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

EXPORT void merge_sort(int *d_keys, int n)
{
    int *keys;
    if (n == 0)
        return;
    CHECK(cudaMallocManaged((void **)&keys, n * sizeof *keys));
    copy<<<blocks_for(n, 256), 256>>>(keys, d_keys, n);
    CHECK(cudaDeviceSynchronize());
    qsort(keys, n, sizeof *keys, by_value);
    copy<<<blocks_for(n, 256), 256>>>(d_keys, keys, n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(keys));
}
