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

/* Waits for the default stream, which itself waits for all blocking streams. */
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
