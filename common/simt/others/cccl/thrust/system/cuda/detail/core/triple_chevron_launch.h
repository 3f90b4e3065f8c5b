/* How CUB launches its kernels. Read in place of CCCL's own header of this name, see
 * others/thrust.h. C++17. */
#ifndef SIMT_TRIPLE_CHEVRON_LAUNCH_H
#define SIMT_TRIPLE_CHEVRON_LAUNCH_H

#include <thrust/detail/config.h>
#include "shim/translated.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub
{
namespace detail
{

struct triple_chevron {
    simt_launch launch;

    triple_chevron(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr,
                   bool = false)
        : launch{grid,   block, shared, "a kernel of CUB", nullptr, __FILE__, __LINE__,
                 stream, 0,     false}
    {
    }
    template <class... Parameters, class... Arguments>
    cudaError_t doit(void (*kernel)(Parameters...), const Arguments &...arguments) const
    {
        ::simt::take_function{launch}(kernel)(arguments...);
        return cudaPeekAtLastError();
    }
};

} // namespace detail
} // namespace cuda_cub
THRUST_NAMESPACE_END

#endif
