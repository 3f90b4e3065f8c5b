/* Launches by a call: cudaLaunchKernel(), cudaLaunchCooperativeKernel(). The translator takes
 * the cast off a kernel's name there, so that its parameters are known; elsewhere it makes a
 * call of as_pointer() of the cast, which keeps them in mind. C++17. */
#ifndef SIMT_LAUNCH_CALLS_H
#define SIMT_LAUNCH_CALLS_H

#include "shim/translated.h"
#include <utility>

namespace simt
{
/* That of a launch which names none. */
template <class Take, class Call, class Grid>
dim3 usual_block(const unconfigured<Take, Call> &, const Grid &)
{
    return 1;
}

/* Kernels of programs take references: those to managed memory lead somewhere. */
template <class P> void references_to(bytes_of<P> *);

template <class... Parameters, size_t... i>
void launch_by_call(const kernel<Parameters...> &configured, void **arguments,
                    std::index_sequence<i...>)
{
    (void)arguments;
    configured(*static_cast<std::remove_const_t<Parameters> *>(arguments[i])...);
}

/* --- kernels in variables of type void * -------------------------------------------------- */

struct known_kernel {
    const void *address;
    void (*call)(const simt_launch &launch, const void *function, void **arguments);
    known_kernel *next;
};
inline known_kernel *known_kernels;

template <class... Parameters>
void call_known(const simt_launch &launch, const void *function, void **arguments)
{
    launch_by_call(kernel<Parameters...>{launch, (void (*)(Parameters...))function}, arguments,
                   std::index_sequence_for<Parameters...>());
}

template <class... Parameters> void *as_pointer(void (*function)(Parameters...))
{
    known_kernel *known = known_kernels;
    while (known && known->address != (const void *)function)
        known = known->next;
    if (!known)
        known_kernels =
            new known_kernel{(const void *)function, call_known<Parameters...>, known_kernels};
    return (void *)function;
}

inline cudaError_t launch_known(const simt_launch &launch, void **arguments)
{
    known_kernel *known = known_kernels;
    while (known && known->address != launch.function)
        known = known->next;
    if (!known)
        return cudaErrorInvalidDeviceFunction;
    known->call(launch, launch.function, arguments);
    return cudaPeekAtLastError();
}

} // namespace simt

inline cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                                    void **arguments, size_t shared = 0,
                                    cudaStream_t stream = 0,
                                    const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE())
{
    return simt::launch_known(
        {grid, block, shared, "a kernel", function, file, line, stream, 0, false}, arguments);
}

inline cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                               void **arguments, size_t shared = 0,
                                               cudaStream_t stream = 0,
                                               const char *file = __builtin_FILE(),
                                               int line = __builtin_LINE())
{
    return simt::launch_known(
        {grid, block, shared, "a kernel", function, file, line, stream, 0, true}, arguments);
}

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
