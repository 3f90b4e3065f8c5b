/* What <cuda_runtime.h> is for programs that are not a lab's: the shim's, and what a lab does
 * not need or nvcc 13 would refuse. C sees the shim's alone. */
#ifndef SIMT_OTHERS_CUDA_RUNTIME_H
#define SIMT_OTHERS_CUDA_RUNTIME_H

#define SIMT_HAS_GRIDS 1

/* By which other headers see that these have been read. */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "shim/cuda_runtime.h"

#ifdef __cplusplus
#include "others/before_13.h"
#include "others/device_calls.h"
#include "others/functions.h"
#include "others/graphs.h"
#include "others/heap.h"
#include "others/launch_attributes.h"
#include "others/launch_calls.h"
#include "others/missing_types.h"
#include "others/nv_atomics.h"
#include "others/pools.h"
#include "others/ptx.h"
#include "others/simd.h"
#include "others/spaces.h"
#include "others/textures.h"
#include "others/layers.h"
#include "others/texture_references.h"
#endif

#endif
