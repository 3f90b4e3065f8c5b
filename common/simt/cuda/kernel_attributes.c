/* Kernels as the runtime API sees them: attributes by address, and occupancy.
 *
 * What a kernel uses of registers is not known here, and its static shared memory only to the
 * checker: occupancy counts 32 registers a thread and the dynamic shared memory.
 */
#include "cuda/apart.h"
#include "cuda/records.h"
#include "cuda/runtime.h"
#include "cuda/variables.h"
#include "grid/observer.h"
#include <pthread.h>

#define REGISTERS 32

/* Only functions whose attributes were set have one. */
struct function {
    const void *address;
    size_t dynamic_shared;
    int carveout;
    struct function *next;
};

static struct function *functions;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Only the checker knows. */
static size_t static_shared(const void *function)
{
    return simt_observer ? simt_observer->static_shared_of(function) : 0;
}

/* How much of `bytes` static shared memory leaves free. */
static size_t left_of(size_t bytes, const void *function)
{
    size_t used = static_shared(function);
    return used < bytes ? bytes - used : 0;
}

static struct function defaults(const void *address)
{
    return (struct function){address, left_of(simt_properties()->sharedMemPerBlock, address),
                             cudaSharedmemCarveoutDefault, NULL};
}

/* What is known of `address`, or what is true of every function. */
static struct function look_up(const void *address)
{
    struct function found = defaults(address);
    pthread_mutex_lock(&lock);
    for (const struct function *f = functions; f; f = f->next)
        if (f->address == address)
            found = *f;
    pthread_mutex_unlock(&lock);
    return found;
}

static void remember(const struct function *known)
{
    pthread_mutex_lock(&lock);
    struct function *f = functions;
    while (f && f->address != known->address)
        f = f->next;
    if (!f && (f = simt_new_record(sizeof *f))) {
        f->next = functions;
        functions = f;
    }
    if (f) {
        struct function *next = f->next;
        *f = *known;
        f->next = next;
    }
    pthread_mutex_unlock(&lock);
}

void simt_forget_attributes(void)
{
    pthread_mutex_lock(&lock);
    while (functions) {
        struct function *next = functions->next;
        simt_free_record(functions);
        functions = next;
    }
    pthread_mutex_unlock(&lock);
}

size_t simt_dynamic_shared_limit(const void *function)
{
    return look_up(function).dynamic_shared;
}

/* --- attributes --------------------------------------------------------------------------- */

static cudaError_t check_function(const void *function)
{
    RETURN_IF_BROKEN;
    if (!function)
        return simt_refuse(cudaErrorInvalidDeviceFunction, "the function is NULL");
    return cudaSuccess;
}

static cudaError_t refuse_value(const char *what, int value, int most)
{
    return simt_refuse(cudaErrorInvalidValue, "%s of %d, at most %d is possible", what, value,
                       most);
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute,
                                 int value)
{
    cudaError_t error = check_function(function);
    if (error != cudaSuccess)
        return error;
    struct function f = look_up(function);
    int most = (int)left_of(simt_properties()->sharedMemPerBlockOptin, function);
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || value > most)
            return refuse_value("dynamic shared memory", value, most);
        f.dynamic_shared = (size_t)value;
        break;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100)
            return refuse_value("a carveout", value, 100);
        f.carveout = value;
        break;
    default:
        return simt_refuse(cudaErrorInvalidValue, "attribute %d cannot be set", (int)attribute);
    }
    remember(&f);
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function)
{
    cudaError_t error = check_function(function);
    if (error != cudaSuccess)
        return error;
    RETURN_IF_NULL(attributes);
    struct function f = look_up(function);
    int bound = (int)simt_launch_bound_of(function);
    *attributes = (struct cudaFuncAttributes){
        .maxThreadsPerBlock = bound ? bound : simt_properties()->maxThreadsPerBlock,
        .numRegs = REGISTERS,
        .ptxVersion = 90,
        .binaryVersion = 90,
        .sharedSizeBytes = static_shared(function),
        .maxDynamicSharedSizeBytes = (int)f.dynamic_shared,
        .preferredShmemCarveout = f.carveout,
    };
    return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config)
{
    (void)config;
    return check_function(function);
}

/* --- occupancy ---------------------------------------------------------------------------- */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int simt_resident_blocks(const void *function, int block_size, size_t dynamic_shared)
{
    const struct cudaDeviceProp *p = simt_properties();
    if (block_size > p->maxThreadsPerBlock ||
        dynamic_shared > simt_dynamic_shared_limit(function))
        return 0;
    int warps = (block_size + p->warpSize - 1) / p->warpSize;
    size_t shared = dynamic_shared + p->reservedSharedMemPerBlock;
    int blocks = smaller(p->maxBlocksPerMultiProcessor,
                         p->maxThreadsPerMultiProcessor / p->warpSize / warps);
    blocks = smaller(blocks, p->regsPerMultiprocessor / (warps * p->warpSize * REGISTERS));
    return smaller(blocks, (int)(p->sharedMemPerMultiprocessor / shared));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int block_size, size_t dynamic_shared)
{
    cudaError_t error = check_function(function);
    if (error != cudaSuccess)
        return error;
    RETURN_IF_NULL(blocks);
    if (block_size <= 0)
        return simt_refuse(cudaErrorInvalidValue, "blocks of %d threads", block_size);
    *blocks = simt_resident_blocks(function, block_size, dynamic_shared);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                   const void *function,
                                                                   int block_size,
                                                                   size_t dynamic_shared,
                                                                   unsigned int flags)
{
    (void)flags;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size,
                                                         dynamic_shared);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function,
                                                      int blocks, int block_size)
{
    cudaError_t error = check_function(function);
    if (error != cudaSuccess)
        return error;
    RETURN_IF_NULL(bytes);
    if (blocks <= 0 || block_size <= 0)
        return simt_refuse(cudaErrorInvalidValue, "%d blocks of %d threads", blocks,
                           block_size);
    size_t share = simt_properties()->sharedMemPerMultiprocessor / (size_t)blocks;
    size_t limit = simt_dynamic_shared_limit(function);
    *bytes = share < limit ? share : limit;
    return cudaSuccess;
}

/* Tries sizes from the largest down, in steps of a warp. Takes the first that keeps most
 * threads resident. */
/* What the program says of a block's dynamic shared memory. */
struct question {
    size_t (*shared_for)(int block_size, const void *context);
    const void *context;
    int block_size;
    size_t answer;
};

static void ask(void *asked)
{
    struct question *question = asked;
    question->answer = question->shared_for(question->block_size, question->context);
}

static int blocks_of(const void *function, int block_size, struct question *question)
{
    question->block_size = block_size;
    simt_call_apart(ask, question, simt_end_of_runtimes_frames());
    return simt_resident_blocks(function, block_size, question->answer);
}

cudaError_t simt_best_block(int *min_grid, int *block_size, const void *function,
                            size_t (*shared_for)(int block_size, const void *context),
                            const void *context, int limit)
{
    cudaError_t error = check_function(function);
    if (error != cudaSuccess)
        return error;
    RETURN_IF_NULL(min_grid);
    RETURN_IF_NULL(block_size);
    const struct cudaDeviceProp *p = simt_properties();
    int most = limit > 0 ? smaller(limit, p->maxThreadsPerBlock) : p->maxThreadsPerBlock;
    int best = 0;
    struct question *question = simt_new_record(sizeof *question);
    if (!question)
        return simt_refuse(cudaErrorMemoryAllocation, "no memory to ask about a block");
    *question = (struct question){shared_for, context, 0, 0};
    *min_grid = *block_size = 0;
    for (int size = (most + 31) / 32 * 32; size > 0; size -= 32) {
        int tried = smaller(size, most);
        int blocks = blocks_of(function, tried, question);
        if (blocks * tried > best) {
            best = blocks * tried;
            *block_size = tried;
            *min_grid = blocks * p->multiProcessorCount;
        }
    }
    simt_free_record(question);
    return cudaSuccess;
}
