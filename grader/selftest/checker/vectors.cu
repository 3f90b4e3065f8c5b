// A program that has types which begin at multiples of 16 bytes.
#include "case.h"

__global__ void vectors_kernel(const float4 *from, float4 *to)
{
    to[threadIdx.x] = from[threadIdx.x]; // @vector
}

CASE(misaligned_vectors, "misaligned read of 16 bytes at byte 8 of from, an address that is no "
                         "multiple of 16: @vector by thread 0 of block 0")
{
    vectors_kernel<<<1, 1>>>((const float4 *)(numbers("from", 16) + 2),
                             (float4 *)nothing("to", 16));
}
