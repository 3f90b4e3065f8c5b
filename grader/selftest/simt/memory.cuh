/* Managed arrays for tests, which host and kernels read alike: results<int>(n), all bytes 0. */
#ifndef MEMORY_CUH
#define MEMORY_CUH

#include "scenario.h"

template <class T> static T *results(size_t n)
{
    T *array;
    EXPECT(cudaMallocManaged(&array, n * sizeof *array) == cudaSuccess);
    EXPECT(cudaMemset(array, 0, n * sizeof *array) == cudaSuccess);
    return array;
}

/* The launch has gone well. */
static void expect_success()
{
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        printf("%s: %s\n", cudaGetErrorName(error), simt_fault_text());
    EXPECT(error == cudaSuccess);
    EXPECT(cudaGetLastError() == cudaSuccess);
}

#endif
