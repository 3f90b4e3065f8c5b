/* The hook of fences, alone in its object: where a program has it, its kernels may order
 * threads by more than barriers. */
#include "checker/epochs.h"
#include "checker/order.h"
#include "grid/grid.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

__attribute__((constructor)) static void tell(void)
{
    simt_has_fences = true;
}

/* A weaker order is __threadfence_block()'s; see waiting.h. */
void __tsan_atomic_thread_fence(int order)
{
    __atomic_thread_fence(order);
    if (simt_lane)
        simt_order_fence(running_lane(), order != __ATOMIC_SEQ_CST);
}
