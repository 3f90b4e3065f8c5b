/* The device part of the shim: everything that a kernel may name. C++17.
 *
 * - keywords.h     __global__, __shared__ and the like; threadIdx, blockIdx, warpSize
 * - waiting.h      barriers, warp operations, fences, __nanosleep
 * - atomics.h      atomics, loads and stores with cache hints
 * - numbers.h      integer and floating-point intrinsics, conversions
 * - mathematics.h  CUDA's own mathematics
 * - the rest       is a build error that names it
 */
#ifndef SIMT_DEVICE_H
#define SIMT_DEVICE_H

#include "shim/atomics.h"
#include "shim/keywords.h"
#include "shim/mathematics.h"
#include "shim/numbers.h"
#include "shim/waiting.h"
#include "shim/whole_numbers.h"

/* --- the rest ----------------------------------------------------------------------------- */

/* Not extern "C": beside a function of the C library that has the name it is one more overload.
 */
#define SIMT_UNSUPPORTED(name, words) int name(...) SIMT_ERROR(words #name);
#define UNSUPPORTED(name) SIMT_UNSUPPORTED(name, "not supported without a GPU: ")
#define OUTDATED(name)                                                                         \
    SIMT_UNSUPPORTED(name, "gone from CUDA since version 9; give a mask to its _sync form: ")
#include "shim/unsupported_device.inc"
#undef UNSUPPORTED
#undef OUTDATED

#endif
