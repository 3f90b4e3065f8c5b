/* What clangd reads before each .cu of the suite, as `make editor` tells it.
 *
 * clang reads a .cu as CUDA, with launches, but has no toolkit here: the CPU backend's headers
 * declare the API, and its words get back the meaning that they have for clang. Nothing is
 * built with this. */
#ifndef EDITOR_H
#define EDITOR_H

/* C++'s own, as host code has them; clang's wrapper of <new> wants a toolkit. */
#define __CLANG_CUDA_WRAPPERS_NEW
#include <new>
#include <type_traits>
#include <utility>

/* From here on kernels may call each function, those of C included. */
#pragma clang force_cuda_host_device begin
#include <cuda_runtime.h>

/* clang asks for it when it comes to a launch. */
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void *stream = 0);
extern "C" int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
#pragma clang force_cuda_host_device end

#undef __global__
#undef __device__
#undef __host__
#undef __constant__
#undef __managed__
#undef __shared__
#undef __launch_bounds__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

#endif
