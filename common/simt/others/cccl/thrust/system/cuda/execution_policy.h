/* thrust::cuda::par, for the one system of the device that there is here, see others/thrust.h.
 * Read in place of CCCL's own header of this name. C++17. */
#ifndef SIMT_THRUST_CUDA_EXECUTION_POLICY_H
#define SIMT_THRUST_CUDA_EXECUTION_POLICY_H

#include <thrust/system/cpp/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace cuda
{

/* What is done on a stream is done when the stream has come so far. */
struct par_t : thrust::system::cpp::detail::par_t {
    auto &on(cudaStream_t stream) const
    {
        cudaStreamSynchronize(stream);
        return thrust::cpp::par;
    }
};

static const par_t par, par_nosync;

} // namespace cuda
THRUST_NAMESPACE_END

#endif
