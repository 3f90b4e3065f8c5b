/* cuRAND for whoever includes <curand_kernel.h>: its generators for kernels and, as programs
 * expect of it, those that host code calls. C++17. */
#ifndef SIMT_CURAND_KERNEL_H
#define SIMT_CURAND_KERNEL_H

#include "others/curand.h"
#include "others/curand_device.h"

#endif
