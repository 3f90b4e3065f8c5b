/* <cuda.h> for programs that are not a lab's: of the driver's API only what names its success,
 * with which some compare what the runtime gives back. */
#ifndef SIMT_OTHERS_CUDA_H
#define SIMT_OTHERS_CUDA_H

#include "shim/cuda.h"

typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;

#endif
