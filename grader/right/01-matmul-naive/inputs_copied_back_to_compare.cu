// tasks: matrix_add
// how: copies both inputs to the host first, and compares the result with the host's own at the
// end
// night: seven seconds of a core; launches_by_macros.cu takes one
#include "matmul_naive.h"
#include <stdio.h>
#include <stdlib.h>

__global__ void add_kernel(const int *a, const int *b, int *c, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        c[i] = a[i] + b[i];
}

static int *fetched(const int *d_values, size_t count)
{
    int *values = (int *)malloc(count * sizeof(int));
    CHECK(cudaMemcpy(values, d_values, count * sizeof(int), cudaMemcpyDeviceToHost));
    return values;
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t count = (size_t)width * height, wrong = 0;
    if (count == 0)
        return;
    int *a = fetched(d_a, count), *b = fetched(d_b, count);
    add_kernel<<<blocks_for(count, 256), 256>>>(d_a, d_b, d_c, count);
    CHECK(cudaGetLastError());
    int *c = fetched(d_c, count);
    for (size_t i = 0; i < count; i++)
        wrong += c[i] != a[i] + b[i];
    if (wrong)
        fprintf(stderr, "%zu elements differ\n", wrong);
    free(a);
    free(b);
    free(c);
}
