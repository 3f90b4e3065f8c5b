/* What <cuda_runtime.h> is where there is no GPU: the runtime API for C and C++ and, in C++,
 * what a kernel may name and how a translated launch reaches the grid. */
#ifndef SIMT_CUDA_RUNTIME_H
#define SIMT_CUDA_RUNTIME_H

#include "cuda/api.h"

#ifdef __cplusplus
#include "shim/device.h"
#include "shim/heap.h"
#include "shim/translated.h"

/* What must not be in line is not flattened into a lab's kernel: see __global__ in keywords.h.
 * The C++ library says __noinline__. */
#if defined(SIMT_CHECKED) && !defined(__clang__) && !defined(SIMT_OTHERS_CUDA_RUNTIME_H)
#define noinline
#endif
#endif

#endif
