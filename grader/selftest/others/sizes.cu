// Sizes of arrays that a template's type decides, a macro with an everyday name, before
// <cuda.h>, a block's memory that begins with bytes, and a main() that returns no value.
//
// prints: 16 8 3 6
#define error(number, name) fail(number, name)
#include <cuda.h>
#include <stdio.h>

#define BYTES 64

template <class T> __global__ void count(const T *from, int *to)
{
    const unsigned elements = BYTES / sizeof(T);
    const unsigned half = elements / 2;
    __shared__ T tile[elements];
    T own[half];
    for (unsigned i = 0; i < elements; i++)
        tile[i] = from[i];
    for (unsigned i = 0; i < half; i++)
        own[i] = tile[2 * i];
    *to = (int)(sizeof tile / sizeof own[0]);
}

/* Vectors in the first array of a block, which a device puts where vectors may begin. */
__global__ void in_bytes(int *to)
{
    __shared__ char all[3 * sizeof(int4) + 1];
    __shared__ char more;
    int4 *vectors = (int4 *)all;
    more = 3;
    vectors[2] = make_int4(0, 0, 0, more);
    *to += vectors[2].w;
}

int main()
{
    int *to;
    double *from;
    cudaMallocManaged(&to, 4 * sizeof *to);
    cudaMalloc(&from, BYTES);
    cudaMemset(from, 0, BYTES);
    count<<<1, 1>>>((const float *)from, to);
    count<<<1, 1>>>(from, to + 1);
    to[2] = 0, to[3] = 3;
    in_bytes<<<1, 1>>>(to + 2);
    in_bytes<<<1, 1>>>(to + 3);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", to[0], to[1], to[2], to[3]);
    cudaFree(to);
    cudaFree(from);
    return;
}
