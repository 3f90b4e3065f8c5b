/* Where vectors of Thrust's system `cpp` have their memory: on the device. Read in place of
 * CCCL's own header of this name, see others/thrust.h. C++17. */
#ifndef SIMT_THRUST_MEMORY_RESOURCE_H
#define SIMT_THRUST_MEMORY_RESOURCE_H

#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/system/cpp/pointer.h>

THRUST_NAMESPACE_BEGIN
namespace system
{
namespace cpp
{
namespace detail
{

template <bool MANAGED> struct resource final : thrust::mr::memory_resource<> {
    void *do_allocate(std::size_t bytes, std::size_t) override
    {
        void *memory = nullptr;
        cudaError_t error =
            MANAGED ? cudaMallocManaged(&memory, bytes) : cudaMalloc(&memory, bytes);
        if (error != cudaSuccess)
            throw std::bad_alloc();
        return memory;
    }
    void do_deallocate(void *memory, std::size_t, std::size_t) override
    {
        cudaFree(memory);
    }
};

using native_resource =
    thrust::mr::fancy_pointer_resource<resource<false>, thrust::cpp::pointer<void>>;
using universal_native_resource =
    thrust::mr::fancy_pointer_resource<resource<true>, thrust::cpp::universal_pointer<void>>;

} // namespace detail

using memory_resource = detail::native_resource;
using universal_memory_resource = detail::universal_native_resource;
using universal_host_pinned_memory_resource = universal_memory_resource;

} // namespace cpp
} // namespace system
THRUST_NAMESPACE_END

#endif
