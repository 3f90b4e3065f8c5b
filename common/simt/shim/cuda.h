/* The driver API is not here; many a program includes its header and uses only the version. */
#ifndef SIMT_CUDA_H
#define SIMT_CUDA_H

#include "cuda/api.h"

#ifndef CUDA_VERSION
#define CUDA_VERSION CUDART_VERSION
#endif

#endif
