/* Copies to and from variables of the device, for copies.c: what the shim makes of
 * cudaMemcpyToSymbol and its kin. The linker's --wrap puts the functions below round the calls
 * of the student's code. */
#include "backend.h"
#include "copies.h"
#include "simt.h"

/* Each __real_ is the backend's own function, each __wrap_ what the student's code calls. */

cudaError_t __real_simt_copy_to_symbol(const void *symbol, size_t size, const void *from,
                                       size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                       int blocks, cudaStream_t stream);
cudaError_t __wrap_simt_copy_to_symbol(const void *symbol, size_t size, const void *from,
                                       size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                       int blocks, cudaStream_t stream)
{
    backend_called_from(__builtin_return_address(0));
    return copies_to_symbol(
        __real_simt_copy_to_symbol(symbol, size, from, bytes, offset, kind, blocks, stream),
        (const char *)symbol + offset, from, bytes);
}

cudaError_t __real_simt_copy_from_symbol(void *to, const void *symbol, size_t size,
                                         size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                         int blocks, cudaStream_t stream);
cudaError_t __wrap_simt_copy_from_symbol(void *to, const void *symbol, size_t size,
                                         size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                         int blocks, cudaStream_t stream)
{
    backend_called_from(__builtin_return_address(0));
    return copies_from_symbol(
        __real_simt_copy_from_symbol(to, symbol, size, bytes, offset, kind, blocks, stream), to,
        bytes);
}
