/* Launches by a call: cudaLaunchKernel(), cudaLaunchCooperativeKernel(). The translator takes
 * the cast off a kernel's name, so that its parameters are known; a kernel in a variable of
 * type void * remains unsupported. C++17. */
#ifndef SIMT_LAUNCHES_H
#define SIMT_LAUNCHES_H

#include "shim/launch.h"
#include <utility>

namespace simt
{

template <class... Parameters, size_t... i>
void launch_by_call(const kernel<Parameters...> &configured, void **arguments,
                    std::index_sequence<i...>)
{
    (void)arguments;
    configured(*static_cast<std::remove_const_t<Parameters> *>(arguments[i])...);
}

} // namespace simt

template <class... Parameters>
inline cudaError_t
cudaLaunchKernel(void (*function)(Parameters...), dim3 grid, dim3 block, void **arguments,
                 size_t shared = 0, cudaStream_t stream = 0,
                 const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    simt_launch launch{grid, block, shared, "a kernel", (const void *)function,
                       file, line,  stream, 0,          false};
    simt::launch_by_call(simt::kernel<Parameters...>{launch, function}, arguments,
                         std::index_sequence_for<Parameters...>());
    return cudaPeekAtLastError();
}

/* All blocks run at once, and may wait for each other by this_grid().sync(). */
template <class... Parameters>
inline cudaError_t
cudaLaunchCooperativeKernel(void (*function)(Parameters...), dim3 grid, dim3 block,
                            void **arguments, size_t shared = 0, cudaStream_t stream = 0,
                            const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    simt_launch launch{grid, block, shared, "a kernel", (const void *)function,
                       file, line,  stream, 0,          true};
    simt::launch_by_call(simt::kernel<Parameters...>{launch, function}, arguments,
                         std::index_sequence_for<Parameters...>());
    return cudaPeekAtLastError();
}

#endif
