/* What <cuda_pipeline_primitives.h> has is all in cuda_pipeline.h. */
#include "shim/cuda_pipeline.h"
