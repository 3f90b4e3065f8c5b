/* cudaDeviceReset(): every part of the API forgets what it has kept. */
#include "cuda/heap_limit.h"
#include "cuda/queue.h"
#include "cuda/runtime.h"

/* A device that met a sticky error is lost to the process for good; this one starts anew. */
cudaError_t cudaDeviceReset(void)
{
    simt_wait_for_all();
    simt_forget_errors();
    simt_free_everything();
    simt_empty_heap();
    simt_forget_attributes();
    return cudaSuccess;
}
