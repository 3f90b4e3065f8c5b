// What each program here includes: a call of CUDA that fails ends it, with the line.
#pragma once
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) check((call), __FILE__, __LINE__)

inline void check(cudaError_t error, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
    exit(1);
}

// A copy of n values of the host on the device.
template <class T> T *on_device(const T *values, size_t n)
{
    T *d_values;
    CHECK(cudaMalloc(&d_values, n * sizeof(T)));
    CHECK(cudaMemcpy(d_values, values, n * sizeof(T), cudaMemcpyHostToDevice));
    return d_values;
}

// The other way; the device's are freed.
template <class T> void to_host(T *values, T *d_values, size_t n)
{
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(values, d_values, n * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_values));
}
