/* A thread's own asynchronous copies, in C: <cuda_pipeline.h>, <cuda_pipeline_primitives.h>.
 * C++17. */
#ifndef SIMT_CUDA_PIPELINE_H
#define SIMT_CUDA_PIPELINE_H

#include "shim/async.h"

/* 4, 8 or 16 bytes, of which the last `zeros` are 0 and not copied. */

SIMT_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes,
                                         size_t zeros = 0)
{
    simt_copy_later(NULL, to, from, bytes - zeros, zeros);
}

SIMT_INLINE void __pipeline_commit()
{
    simt_end_stage(NULL);
}

SIMT_INLINE void __pipeline_wait_prior(size_t stages)
{
    simt_finish_stages(NULL, (unsigned)stages);
}

#endif
