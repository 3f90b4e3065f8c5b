/* CUB for a lab's vendor.cu: CUB(run) is the vendor's function where CUB is there, and the
 * workspace that CUB asks for. CUB is headers only and comes with the CUDA toolkit: there is
 * nothing to link. C++. */
#ifndef BENCH_CUB_H
#define BENCH_CUB_H

#include "bench.h"

#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#define CUB(run) run
#else
#define CUB(run) NULL
#endif

static void *workspace; /* of a size that CUB names when it is called without one */
static size_t workspace_bytes;

/* Asks CUB for its workspace, so that the timed runs need not. `run` may be NULL. */
static inline void provide(void (*run)(void))
{
    workspace = NULL;
    workspace_bytes = 0;
    if (!run)
        return;
    run();
    workspace = bench_array("workspace", workspace_bytes);
}

#endif
