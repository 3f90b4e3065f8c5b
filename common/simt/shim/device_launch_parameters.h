/* What some editors include for threadIdx and the like, which cuda_runtime.h has. */
#include "shim/cuda_runtime.h"
