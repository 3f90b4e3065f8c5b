// tasks: square_elements
// how: copies the result back, to print some of it, as one does who looks for a mistake
#include "matmul_naive.h"
#include <stdio.h>
#include <stdlib.h>

__global__ void square_kernel(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, *values = (int *)malloc(count * sizeof *values);
    if (count) {
        square_kernel<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
        CHECK(cudaMemcpy(values, d_out, count * sizeof *values, cudaMemcpyDeviceToHost));
        printf("out[0] = %d, out[%d] = %d\n", values[0], count - 1, values[count - 1]);
    }
    free(values);
}
