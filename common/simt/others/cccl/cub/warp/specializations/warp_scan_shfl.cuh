/* A warp's scan in CUB, by shared memory: its own way by shuffles is PTX. Read in place of
 * CUB's own header of this name, see others/thrust.h. C++17. */
#ifndef SIMT_CUB_WARP_SCAN_SHFL
#define SIMT_CUB_WARP_SCAN_SHFL

#include <cub/warp/specializations/warp_scan_smem.cuh>

CUB_NAMESPACE_BEGIN
namespace detail
{

template <typename T, int LOGICAL_WARP_THREADS>
struct WarpScanShfl : WarpScanSmem<T, LOGICAL_WARP_THREADS> {
    using WarpScanSmem<T, LOGICAL_WARP_THREADS>::WarpScanSmem;
};

} // namespace detail
CUB_NAMESPACE_END

#endif
