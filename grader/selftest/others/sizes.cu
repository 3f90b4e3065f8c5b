// Sizes of arrays that a template's type decides, and a macro with an everyday name, before
// <cuda.h>.
//
// prints: 16 8
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

int main()
{
    int *to;
    double *from;
    cudaMallocManaged(&to, 2 * sizeof *to);
    cudaMalloc(&from, BYTES);
    cudaMemset(from, 0, BYTES);
    count<<<1, 1>>>((const float *)from, to);
    count<<<1, 1>>>(from, to + 1);
    cudaDeviceSynchronize();
    printf("%d %d\n", to[0], to[1]);
    cudaFree(to);
    cudaFree(from);
    return 0;
}
