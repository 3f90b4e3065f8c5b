/* Thrust and CUB as their own headers have them (NVIDIA's CCCL, from a toolkit of CUDA 13), for
 * programs that include one: simtcc reads this first. C++17.
 *
 * Its device is the host here (its system `cpp`): each of its algorithms is done by a loop of
 * the host, when the default stream has come so far, with device memory open. Vectors of the
 * device take theirs from cudaMalloc(): kernels may be given it. CUB's kernels run like any;
 * what is PTX in its headers is written anew in cccl/. */
#ifndef SIMT_THRUST_H
#define SIMT_THRUST_H

#define THRUST_HOST_SYSTEM THRUST_HOST_SYSTEM_CPP
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP
#define CCCL_DISABLE_CTK_COMPATIBILITY_CHECK

/* Its ranges name what a profiler shows; a toolkit's own NVTX would clash with ours. */
#define CCCL_DISABLE_NVTX

/* CUB's kernels are large: to have all their calls in line would take minutes. */
#define CUB_DETAIL_KERNEL_ATTRIBUTES

/* As the runtime says of each kernel: CUB chooses its ways by both. */
#define CUB_PTX_ARCH 900

#define CCCL_DISABLE_FP16_SUPPORT
#define CCCL_DISABLE_BF16_SUPPORT
#define CCCL_DISABLE_NVFP8_SUPPORT
#define CCCL_DISABLE_NVFP6_SUPPORT
#define CCCL_DISABLE_NVFP4_SUPPORT

/* Here alone it asks which compiler it has. */
#pragma push_macro("__CUDACC__")
#pragma push_macro("__NVCC__")
#undef __CUDACC__
#undef __NVCC__
#include <thrust/detail/config.h>
#pragma pop_macro("__CUDACC__")
#pragma pop_macro("__NVCC__")

/* Others count on what CUDA's own system includes. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <iostream>
#include <new>
#include <thrust/adjacent_difference.h>
#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/host_vector.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/unique.h>
#include "grid/library.h"
#include <thrust/system/cuda/execution_policy.h>

#include <thrust/iterator/detail/minimum_system.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/cpp/detail/adjacent_difference.h>
#include <thrust/system/cpp/detail/assign_value.h>
#include <thrust/system/cpp/detail/binary_search.h>
#include <thrust/system/cpp/detail/copy.h>
#include <thrust/system/cpp/detail/copy_if.h>
#include <thrust/system/cpp/detail/extrema.h>
#include <thrust/system/cpp/detail/find.h>
#include <thrust/system/cpp/detail/for_each.h>
#include <thrust/system/cpp/detail/get_value.h>
#include <thrust/system/cpp/detail/iter_swap.h>
#include <thrust/system/cpp/detail/merge.h>
#include <thrust/system/cpp/detail/partition.h>
#include <thrust/system/cpp/detail/reduce.h>
#include <thrust/system/cpp/detail/reduce_by_key.h>
#include <thrust/system/cpp/detail/remove.h>
#include <thrust/system/cpp/detail/scan.h>
#include <thrust/system/cpp/detail/scan_by_key.h>
#include <thrust/system/cpp/detail/set_operations.h>
#include <thrust/system/cpp/detail/sort.h>
#include <thrust/system/cpp/detail/unique.h>
#include <thrust/system/cpp/detail/unique_by_key.h>

/* What CUB's own headers name of PTX. */
namespace cuda
{
namespace ptx
{
SIMT_INLINE unsigned get_sreg_laneid()
{
    return simt_lane->number % 32;
}
SIMT_INLINE unsigned get_sreg_lanemask_lt()
{
    return (1u << get_sreg_laneid()) - 1;
}
SIMT_INLINE unsigned get_sreg_lanemask_le()
{
    return 2 * (1u << get_sreg_laneid()) - 1;
}
SIMT_INLINE unsigned get_sreg_lanemask_gt()
{
    return ~get_sreg_lanemask_le();
}
SIMT_INLINE unsigned get_sreg_lanemask_ge()
{
    return ~get_sreg_lanemask_lt();
}
} // namespace ptx
} // namespace cuda

/* What CUDA 13 dropped. */
#include <cub/config.cuh>
#include <cuda/functional>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
CUB_NAMESPACE_BEGIN
using Sum = ::cuda::std::plus<>;
using Max = ::cuda::maximum<>;
using Min = ::cuda::minimum<>;
template <class T, class Offset = ptrdiff_t>
using CountingInputIterator = thrust::counting_iterator<T>;
template <class T, class Offset = ptrdiff_t>
using ConstantInputIterator = thrust::constant_iterator<T>;
template <class T, class Operation, class Iterator, class Offset = ptrdiff_t>
using TransformInputIterator = thrust::transform_iterator<Operation, Iterator, T>;
CUB_NAMESPACE_END
THRUST_NAMESPACE_BEGIN
template <class Argument, class Result> struct unary_function {
    using argument_type = Argument;
    using result_type = Result;
};
template <class First, class Second, class Result> struct binary_function {
    using first_argument_type = First;
    using second_argument_type = Second;
    using result_type = Result;
};
THRUST_NAMESPACE_END

namespace simt
{

struct library {
    library()
    {
        simt_library_begins();
    }
    ~library()
    {
        simt_library_ends();
    }
};

} // namespace simt

/* --- algorithms: the sequential ones, with device memory open ----------------------------- */

THRUST_NAMESPACE_BEGIN
namespace system
{
namespace cpp
{
namespace detail
{

namespace sequential = thrust::system::detail::sequential;

template <class Policy>
sequential::execution_policy<Policy> &in_sequence(execution_policy<Policy> &policy)
{
    return policy;
}

/* A policy of this system is nearer to this one than to the sequential one of the same name. */
// clang-format off: its versions differ in the arrow
#define SIMT_THRUST(name)                                                                      \
    template <class Policy, class... Arguments>                                                \
    auto name(execution_policy<Policy> &policy, Arguments &&...arguments)                      \
        ->decltype(sequential::name(in_sequence(policy),                                       \
                                    std::forward<Arguments>(arguments)...))                    \
    {                                                                                          \
        ::simt::library here;                                                                  \
        return sequential::name(in_sequence(policy), std::forward<Arguments>(arguments)...);   \
    }
// clang-format on
SIMT_THRUST(adjacent_difference)
SIMT_THRUST(assign_value)
SIMT_THRUST(binary_search)
SIMT_THRUST(copy)
SIMT_THRUST(copy_if)
SIMT_THRUST(copy_n)
SIMT_THRUST(exclusive_scan)
SIMT_THRUST(exclusive_scan_by_key)
SIMT_THRUST(find_if)
SIMT_THRUST(for_each)
SIMT_THRUST(for_each_n)
SIMT_THRUST(get_value)
SIMT_THRUST(inclusive_scan)
SIMT_THRUST(inclusive_scan_by_key)
SIMT_THRUST(iter_swap)
SIMT_THRUST(lower_bound)
SIMT_THRUST(max_element)
SIMT_THRUST(merge)
SIMT_THRUST(merge_by_key)
SIMT_THRUST(min_element)
SIMT_THRUST(minmax_element)
SIMT_THRUST(partition)
SIMT_THRUST(reduce)
SIMT_THRUST(reduce_by_key)
SIMT_THRUST(remove_copy_if)
SIMT_THRUST(remove_if)
SIMT_THRUST(set_difference)
SIMT_THRUST(set_intersection)
SIMT_THRUST(set_symmetric_difference)
SIMT_THRUST(set_union)
SIMT_THRUST(stable_partition)
SIMT_THRUST(stable_partition_copy)
SIMT_THRUST(stable_sort)
SIMT_THRUST(stable_sort_by_key)
SIMT_THRUST(unique)
SIMT_THRUST(unique_by_key)
SIMT_THRUST(unique_by_key_copy)
SIMT_THRUST(unique_copy)
SIMT_THRUST(upper_bound)
#undef SIMT_THRUST

/* What device_malloc() gives, kernels may be given; what an algorithm takes for itself is the
 * host's. thrust::device and thrust::host are of one type here: what malloc() gives for either
 * is for both sides. */
template <class Policy> void *malloc(execution_policy<Policy> &, std::size_t bytes)
{
    void *memory = nullptr;
    if (simt_lane || simt_is_library())
        return std::malloc(bytes);
    cudaError_t error = std::is_same_v<Policy, par_t> ? cudaMallocManaged(&memory, bytes)
                                                      : cudaMalloc(&memory, bytes);
    return error == cudaSuccess ? memory : nullptr;
}
template <class Policy, class Pointer> void free(execution_policy<Policy> &, Pointer pointer)
{
    void *memory = thrust::raw_pointer_cast(pointer);
    cudaPointerAttributes what;
    if (!simt_lane && cudaPointerGetAttributes(&what, memory) == cudaSuccess &&
        what.type != cudaMemoryTypeUnregistered)
        cudaFree(memory);
    else
        std::free(memory);
}

} // namespace detail
} // namespace cpp
} // namespace system
THRUST_NAMESPACE_END

#endif
