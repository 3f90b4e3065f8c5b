// tasks: square_elements
// how: the host looks at a part of the input first, and does nothing with it
#include "matmul_naive.h"
#include <stdlib.h>

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (count <= 0)
        return;
    size_t part = (count + 2) / 3 * sizeof(int);
    int *looked_at = (int *)malloc(part);
    CHECK(cudaMemcpy(looked_at, d_in, part, cudaMemcpyDeviceToHost));
    free(looked_at);
    square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
}
