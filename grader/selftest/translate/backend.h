/* Stands in for the shim and the grid: runs a launch's threads one after another, on host
 * memory. Under nvcc only EXPECT and the launch's record remain, so that the same programs
 * compile there. */
#include <cstdio>
#include <cstdlib>

#define EXPORT extern "C"

#ifdef __CUDACC__

#define EXPECT(...) ((void)(__VA_ARGS__))

struct {
    dim3 grid, block;
    size_t dynamic_shared;
    const char *kernel;
    const void *function;
    const char *file;
    int line;
} static last_launch;

#else

#include "shim/translated.h"

#define EXPECT(...)                                                                            \
    ((__VA_ARGS__)                                                                             \
         ? (void)0                                                                             \
         : (void)(printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #__VA_ARGS__), exit(1)))

#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define simt_keep_within(most) ((void)(most))
#define simt_stay_on_host(...) ((void)0)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __shared__ static __thread

static dim3 blockIdx, threadIdx, gridDim, blockDim;
static simt_launch last_launch;
alignas(16) static char dynamic_memory[4096];

void *simt_dynamic_shared()
{
    return dynamic_memory;
}

static inline void run_block(void (*body)(void *), void *argument)
{
    for (threadIdx.y = 0; threadIdx.y < blockDim.y; threadIdx.y++)
        for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++)
            body(argument);
}

void simt_run_grid(const struct simt_launch *launch)
{
    last_launch = *launch;
    gridDim = launch->grid;
    blockDim = launch->block;
    for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++)
        run_block(launch->body, launch->argument);
}

static inline int atomicAdd(int *sum, int value)
{
    return *sum += value, *sum - value;
}

static inline void __syncthreads()
{
}

#endif
