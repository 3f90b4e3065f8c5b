/* What CHECK() calls in a program with a main() of its own: `make run` links it. */
#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>

/* As kernel.h of the student program declares it. */
extern "C" void check_cuda(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", file, line, call, cudaGetErrorName(error),
            cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}
