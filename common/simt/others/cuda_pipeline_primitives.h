/* What <cuda_pipeline_primitives.h> has is all in cuda_pipeline.h. */
#include "others/cuda_pipeline.h"
