/* Work for the device that a library's own code does on the host: see library.h. */
#include "grid/library.h"
#include <stddef.h>
#include "cuda/api.h"
#include "cuda/memory.h"
#include "grid/thread.h"

static _Atomic int depth;

static void nothing(void *data)
{
    (void)data;
}

/* The default stream comes to it when those that block have come so far, too. */
static void wait_for_default_stream(void)
{
    cudaLaunchHostFunc(NULL, nothing, NULL);
    cudaStreamSynchronize(NULL);
}

void simt_library_begins(void)
{
    if (simt_lane || depth++)
        return;
    wait_for_default_stream();
    simt_open_device_memory();
}

void simt_library_ends(void)
{
    if (!simt_lane && !--depth)
        simt_close_device_memory();
}

bool simt_is_library(void)
{
    return depth && !simt_lane;
}
