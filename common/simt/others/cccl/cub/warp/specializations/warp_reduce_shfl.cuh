/* A warp's reduction in CUB, by the shim's shuffles: its own are PTX. Read in place of CUB's
 * own header of this name, see others/thrust.h. C++17. */
#ifndef SIMT_CUB_WARP_REDUCE_SHFL
#define SIMT_CUB_WARP_REDUCE_SHFL

#include <cub/warp/specializations/warp_reduce_smem.cuh>
#include "shim/cooperative_groups.h"

CUB_NAMESPACE_BEGIN
namespace detail
{

template <typename T, int LOGICAL_WARP_THREADS>
struct WarpReduceShfl : WarpReduceSmem<T, LOGICAL_WARP_THREADS> {
    using WarpReduceSmem<T, LOGICAL_WARP_THREADS>::WarpReduceSmem;

    /* Of the first so many lanes, for the first one. */
    template <bool ALL_LANES_VALID, typename ReductionOp>
    T Reduce(T value, int valid_items, ReductionOp reduction_op)
    {
        unsigned lane = simt_lane->number % LOGICAL_WARP_THREADS;
        unsigned all = ~0u >> (32 - LOGICAL_WARP_THREADS);
        unsigned mask = all << (simt_lane->number % 32 - lane);
        for (unsigned by = 1; by < LOGICAL_WARP_THREADS; by *= 2) {
            T other = cooperative_groups::simt::shuffle(
                SIMT_SHFL_DOWN, mask, value, by, LOGICAL_WARP_THREADS, __FILE__, __LINE__);
            if (lane + by < (unsigned)valid_items)
                value = reduction_op(value, other);
        }
        return value;
    }
};

} // namespace detail
CUB_NAMESPACE_END

#endif
