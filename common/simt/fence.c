/* The hook of fences, alone in its object: where a program has it, its kernels may order
 * threads by more than barriers. */
#include "checker.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

bool simt_has_fences = true;

void __tsan_atomic_thread_fence(int order)
{
    __atomic_thread_fence(order);
    if (simt_lane)
        simt_order_fence(running_lane());
}
