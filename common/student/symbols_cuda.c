/* Copies to and from variables of the device, for copies.c. The linker's --wrap puts the
 * functions below round the calls of the student's code. */
#include "copies.h"

/* Each __real_ is the runtime's own function, each __wrap_ what the student's code calls. */

cudaError_t __real_cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes,
                                      size_t offset, enum cudaMemcpyKind kind);
cudaError_t __wrap_cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes,
                                      size_t offset, enum cudaMemcpyKind kind)
{
    return copies_to_symbol(__real_cudaMemcpyToSymbol(symbol, from, bytes, offset, kind),
                            (const char *)symbol + offset, from, bytes);
}

cudaError_t __real_cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                           size_t offset, enum cudaMemcpyKind kind,
                                           cudaStream_t stream);
cudaError_t __wrap_cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                           size_t offset, enum cudaMemcpyKind kind,
                                           cudaStream_t stream)
{
    return copies_to_symbol(
        __real_cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, stream),
        (const char *)symbol + offset, from, bytes);
}

cudaError_t __real_cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                        size_t offset, enum cudaMemcpyKind kind);
cudaError_t __wrap_cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                        size_t offset, enum cudaMemcpyKind kind)
{
    return copies_from_symbol(__real_cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind), to,
                              bytes);
}

cudaError_t __real_cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes,
                                             size_t offset, enum cudaMemcpyKind kind,
                                             cudaStream_t stream);
cudaError_t __wrap_cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes,
                                             size_t offset, enum cudaMemcpyKind kind,
                                             cudaStream_t stream)
{
    return copies_from_symbol(
        __real_cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, stream), to, bytes);
}
