// tasks: co_ranks
// class: host
// how: the host has a and b, and gives kernels a table of all splits in their parameters
// says: and so is all else that the result is made of
// says: as many as a quarter of the input or more
#include "merge.h"
#include <stdlib.h>

enum { SHARE = 1000 };

struct part {
    int splits[SHARE];
};

__global__ void keep(struct part part, int *table, int count)
{
    if (threadIdx.x < count)
        table[threadIdx.x] = part.splits[threadIdx.x];
}

__global__ void look_up(const int *table, const int *k, int *out, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count)
        out[t] = table[k[t]];
}

EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (!count)
        return;
    int *a = (int *)malloc((m + 1) * sizeof *a), *b = (int *)malloc((n + 1) * sizeof *b),
        *table;
    struct part part;
    CHECK(cudaMemcpy(a, d_a, m * sizeof *a, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(b, d_b, n * sizeof *b, cudaMemcpyDeviceToHost));
    CHECK(cudaMalloc((void **)&table, (m + n + 1) * sizeof *table));
    for (int k = 0, i = 0; k <= m + n; k++) {
        part.splits[k % SHARE] = i;
        if (k % SHARE == SHARE - 1 || k == m + n)
            keep<<<1, SHARE>>>(part, table + k / SHARE * SHARE, k % SHARE + 1);
        if (i < m && (k - i >= n || a[i] <= b[k - i]))
            i++;
    }
    look_up<<<blocks_for(count, 256), 256>>>(table, d_k, d_i, count);
    CHECK(cudaFree(table));
    free(a);
    free(b);
}
