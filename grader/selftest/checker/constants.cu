// A program all of whose variables are constant: its shared memory is not.
#include "case.h"

__constant__ int factors[4];

__global__ void scale_kernel(int *out)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = factors[threadIdx.x % 4];
    __syncthreads();
    out[threadIdx.x] = tile[31 - threadIdx.x];
}

CASE(shared_beside_constants, "")
{
    int values[4] = {1, 2, 3, 4};
    CHECK(cudaMemcpyToSymbol(factors, values, sizeof values));
    scale_kernel<<<2, 32>>>(nothing("out", 32));
}
