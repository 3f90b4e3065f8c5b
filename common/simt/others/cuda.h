/* The driver's header <cuda.h> for programs that are not a lab's: of its API only what names
 * success, with which some compare what the runtime gives back. C11 and C++17. */
#ifndef SIMT_OTHERS_CUDA_H
#define SIMT_OTHERS_CUDA_H

#include "shim/cuda.h"

typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;

#endif
