// A program all of whose variables are constant: its shared memory is not. And none of whose
// types begins at multiples of 16 bytes.
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

struct item {
    unsigned char kind;
    long long value;
};

struct two_numbers {
    double value, weight;
};

template <class T> __global__ void copy_kernel(const T *from, T *to)
{
    to[threadIdx.x] = from[threadIdx.x]; // @copy
}

/* Two fields of 8 bytes each. */
CASE(structures_at_multiples_of_8, "")
{
    copy_kernel<<<1, 3>>>((item *)(numbers("items", 16) + 2), (item *)(nothing("to", 16) + 2));
    copy_kernel<<<1, 3>>>((two_numbers *)(numbers("pairs", 16) + 2),
                          (two_numbers *)(nothing("to", 16) + 2));
}

CASE(structures_at_multiples_of_4,
     "misaligned read of 16 bytes at byte 4 of items, an address that is no multiple of 8: "
     "@copy | misaligned write of 16 bytes at byte 12 of to, an address that is no multiple of "
     "8")
{
    copy_kernel<<<1, 2>>>((item *)(numbers("items", 16) + 1), (item *)(nothing("to", 16) + 3));
}
