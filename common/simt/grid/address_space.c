/* Where a device thread's pointer leads: shared memory is its worker's thread-local variables
 * and what the launch has laid beside them, its own memory are the stacks of the worker. */
#define _GNU_SOURCE
#include <link.h>
#include "cuda/variables.h"
#include "grid/grid.h"
#include "grid/launches.h"

struct asked {
    const char *pointer;
    bool inside;
};

/* The program comes first; libraries' variables are not ours. */
static int look_in_thread_locals(struct dl_phdr_info *info, size_t size, void *argument)
{
    struct asked *asked = argument;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data)
            asked->inside |= (size_t)(asked->pointer - (const char *)info->dlpi_tls_data) <
                             info->dlpi_phdr[i].p_memsz;
    return 1;
}

static bool is_in_shared(const void *pointer)
{
    const char *dynamic = (const char *)simt_dynamic_shared();
    struct asked asked = {.pointer = (const char *)pointer};
    if (dynamic && (size_t)(asked.pointer - dynamic) < simt_pool.launch->dynamic_shared)
        return true;
    dl_iterate_phdr(look_in_thread_locals, &asked);
    return asked.inside;
}

static bool is_on_stack(const struct worker *worker, const char *pointer)
{
    for (unsigned i = 0; i < worker->stacks; i++)
        if ((size_t)(pointer - worker->guard[i]) < SIMT_STACK_SPAN)
            return true;
    return false;
}

enum simt_leads_to simt_space_of(const void *pointer)
{
    if (!simt_lane)
        return SIMT_GLOBAL_SPACE;
    if (is_in_shared(pointer))
        return SIMT_SHARED_SPACE;
    if (is_on_stack(worker_of(running_lane()), (const char *)pointer))
        return SIMT_LOCAL_SPACE;
    return simt_is_constant(pointer) ? SIMT_CONSTANT_SPACE : SIMT_GLOBAL_SPACE;
}
