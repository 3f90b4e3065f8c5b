// tasks: square_elements matrix_add
// how: what other compilers and editors want stands around it, and a macro configures launches
#ifndef _LAUNCHES_BY_MACROS_CU_
#define _LAUNCHES_BY_MACROS_CU_
#ifdef _WIN32
#define _CRT_SECURE_NO_WARNINGS
#endif
#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <driver_types.h>
#include <stdio.h>
#include <vector_types.h>
#include "matmul_naive.h"

#ifdef __INTELLISENSE__
#define __launch_bounds__(threads)
#define KERNEL_ARGS2(grid, block)
#define KERNEL_ARGS4(grid, block, bytes, stream)
#else
#define KERNEL_ARGS2(grid, block) <<<grid, block>>>
#define KERNEL_ARGS4(grid, block, bytes, stream) <<<grid, block, bytes, stream>>>
#endif

#define LOG(format, ...) fprintf(stderr, format "\n", ##__VA_ARGS__)

typedef struct _Field {
    int width, height;
} Field;

__global__ void __launch_bounds__(128) square_kernel(const int *in, int *out, Field field)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)field.width * field.height)
        out[i] = in[i] * in[i];
}

template <typename _Tp>
__global__ void add_kernel(const _Tp *a, const _Tp *b, _Tp *c, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        c[i] = a[i] + b[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height;
    if (count == 0)
        return;
    Field field = {width, height};
    square_kernel KERNEL_ARGS2(blocks_for(count, 128), 128)(d_in, d_out, field);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        LOG("%s", cudaGetErrorString(error));
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t count = (size_t)width * height;
    if (count == 0)
        return;
    dim3 grid(blocks_for(count, 192)), block(192);
    add_kernel<int> KERNEL_ARGS4(grid, block, 0, 0)(d_a, d_b, d_c, count);
    if (cudaGetLastError() != cudaSuccess)
        LOG("not added");
}

#endif
