/* What a device allows a launch to ask for: see simt_is_allowed() in grid.h. */
#include <limits.h>
#include "cuda/runtime.h"
#include "cuda/variables.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/lines.h"
#include "grid/observer.h"

/* Whether grid and block seem to be exchanged: the grid looks like a block of whole warps, and
 * the block does not. */
static bool are_exchanged(dim3 grid, dim3 block)
{
    unsigned long long threads = 1ull * block.x * block.y * block.z;
    unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
    return (threads == 0 || threads > SIMT_MAX_THREADS) && blocks >= 32 && blocks % 32 == 0 &&
           blocks <= SIMT_MAX_THREADS;
}

static bool refuse(const struct simt_launch *launch, cudaError_t error, const char *what,
                   unsigned long long got, unsigned long long most)
{
    dim3 grid = launch->grid, block = launch->block;
    simt_refuse_launch(
        error,
        "%s<<<(%u,%u,%u), (%u,%u,%u), %zu>>> at %s:%d asks for %llu %s, a device "
        "takes %s%llu%s",
        launch->kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z,
        launch->dynamic_shared, simt_base_name(launch->file), launch->line, got, what,
        error == cudaErrorInvalidConfiguration ? "1 to " : "at most ", most,
        are_exchanged(grid, block) ? ": the grid comes before the block" : "");
    return false;
}

/* The kernel may ask for 48 KB, beside the static shared memory that is known, or for what the
 * program has said. */
static bool refuse_shared(const struct simt_launch *launch, size_t fixed, size_t most)
{
    dim3 grid = launch->grid, block = launch->block;
    const struct cudaDeviceProp *device = simt_properties();
    bool was_set = most + fixed != device->sharedMemPerBlock;
    bool may_be_set = launch->dynamic_shared + fixed <= device->sharedMemPerBlockOptin;
    simt_refuse_launch(
        cudaErrorInvalidValue,
        "%s<<<(%u,%u,%u), (%u,%u,%u), %zu>>> at %s:%d asks for %zu bytes of "
        "dynamic shared memory, %s at most %zu%s",
        launch->kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z,
        launch->dynamic_shared, simt_base_name(launch->file), launch->line,
        launch->dynamic_shared,
        was_set ? "and cudaFuncSetAttribute() has let it ask for" : "a device takes", most,
        !was_set && may_be_set
            ? ": cudaFuncSetAttribute(kernel, "
              "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) lets it ask "
              "for more"
            : "");
    return false;
}

void simt_refuse_bounds(const struct simt_launch *launch, unsigned most)
{
    dim3 block = launch->block;
    simt_refuse_launch(
        cudaErrorLaunchOutOfResources,
        "%s at %s:%d: a block has %u threads, and the kernel's __launch_bounds__ allow %u: a "
        "device refuses such a launch",
        launch->kernel, simt_base_name(launch->file), launch->line, block.x * block.y * block.z,
        most);
}

/* Programs that are not checked do not read their table of symbols for it: there the first
 * thread sees it, before the launch returns. */
static bool is_within_bounds(const struct simt_launch *launch)
{
    unsigned most = simt_observer ? simt_launch_bound_of(launch->function) : 0;
    if (!most || launch->block.x * launch->block.y * launch->block.z <= most)
        return true;
    simt_refuse_bounds(launch, most);
    return false;
}

/* Whether all blocks of a cooperative launch have room on the device at once. Here each needs a
 * worker. */
static bool have_room(const struct simt_launch *launch)
{
    dim3 grid = launch->grid, block = launch->block;
    unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
    int each = 0;
    cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &each, launch->function, (int)(block.x * block.y * block.z), launch->dynamic_shared);
    unsigned long long most = (unsigned)(each * simt_properties()->multiProcessorCount);
    if (error == cudaSuccess && (blocks > most || blocks > SIMT_MOST_WORKERS))
        return refuse(launch, cudaErrorCooperativeLaunchTooLarge, "blocks that run at once",
                      blocks, most);
    return error == cudaSuccess;
}

bool simt_is_allowed(const struct simt_launch *launch)
{
    dim3 grid = launch->grid, block = launch->block;
    struct { /* in the order in which a device checks them */
        const char *what;
        unsigned long long value, most;
    } limits[] = {
        {"threads a block in x", block.x, 1024},
        {"threads a block in y", block.y, 1024},
        {"threads a block in z", block.z, 64},
        {"threads a block", 1ull * block.x * block.y * block.z, SIMT_MAX_THREADS},
        {"blocks in x", grid.x, INT_MAX},
        {"blocks in y", grid.y, 65535},
        {"blocks in z", grid.z, 65535},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (limits[i].value == 0 || limits[i].value > limits[i].most)
            return refuse(launch, cudaErrorInvalidConfiguration, limits[i].what,
                          limits[i].value, limits[i].most);
    size_t fixed = simt_observer ? simt_observer->static_shared_of(launch->function) : 0;
    if (fixed > simt_properties()->sharedMemPerBlock)
        return refuse(launch, cudaErrorInvalidValue, "bytes of static shared memory", fixed,
                      simt_properties()->sharedMemPerBlock);
    size_t shared = simt_dynamic_shared_limit(launch->function);
    if (launch->dynamic_shared > shared)
        return refuse_shared(launch, fixed, shared);
    return is_within_bounds(launch) && (!launch->cooperative || have_room(launch));
}
