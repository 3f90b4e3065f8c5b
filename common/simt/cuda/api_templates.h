/* The C++ half of api.h: the templates of cuda_runtime.h, which spare the casts, know the size
 * of a symbol and take a kernel by its name. C++17; included by api.h alone. */
#ifndef SIMT_API_TEMPLATES_H
#define SIMT_API_TEMPLATES_H

/* --- memory ------------------------------------------------------------------------------- */

/* Tells reports what the elements of an allocation are. T may be declared and no more. */
extern "C" void simt_know_element(const void *base, size_t bytes);

template <class T, size_t bytes = sizeof(T)>
inline void simt_know_elements(T *const *pointer, cudaError_t error, int)
{
    if (error == cudaSuccess)
        simt_know_element(*pointer, bytes);
}

template <class T> inline void simt_know_elements(T *const *, cudaError_t, long)
{
}

/* In line, so that the allocation knows the line of the call. */
#define SIMT_CALLED_HERE __attribute__((always_inline))

template <class T> SIMT_CALLED_HERE inline cudaError_t cudaMalloc(T **pointer, size_t bytes)
{
    cudaError_t error = cudaMalloc((void **)pointer, bytes);
    simt_know_elements(pointer, error, 0);
    return error;
}

template <class T>
SIMT_CALLED_HERE inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes,
                                                    cudaStream_t stream)
{
    cudaError_t error = cudaMallocAsync((void **)pointer, bytes, stream);
    simt_know_elements(pointer, error, 0);
    return error;
}

template <class T>
SIMT_CALLED_HERE inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width,
                                                    size_t height)
{
    return cudaMallocPitch((void **)pointer, pitch, width, height);
}

template <class T>
SIMT_CALLED_HERE inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes,
                                                      unsigned int flags = cudaMemAttachGlobal)
{
    cudaError_t error = cudaMallocManaged((void **)pointer, bytes, flags);
    simt_know_elements(pointer, error, 0);
    return error;
}

template <class T>
SIMT_CALLED_HERE inline cudaError_t cudaMallocHost(T **pointer, size_t bytes,
                                                   unsigned int flags = cudaHostAllocDefault)
{
    return cudaHostAlloc((void **)pointer, bytes, flags);
}

template <class T>
SIMT_CALLED_HERE inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned int flags)
{
    return cudaHostAlloc((void **)pointer, bytes, flags);
}

template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer((void **)device, host, flags);
}

template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t bytes = 0,
                                            unsigned int flags = cudaMemAttachSingle)
{
    return cudaStreamAttachMemAsync(stream, (void *)pointer, bytes, flags);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return cudaEventCreateWithFlags(event, flags);
}

/* --- symbols ------------------------------------------------------------------------------ */

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                      size_t offset = 0,
                                      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return simt_copy_to_symbol((const void *)&symbol, sizeof(T), from, bytes, offset, kind,
                               true, 0);
}

/* A direction in the place of the offset is one, as for nvcc. */
template <class T>
[[deprecated("the fourth argument is the place in the variable where the copy begins, and the "
             "direction the fifth: (name, from, bytes, 0, direction)")]] inline cudaError_t
cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, enum cudaMemcpyKind offset)
{
    return simt_copy_to_symbol((const void *)&symbol, sizeof(T), from, bytes, (size_t)offset,
                               cudaMemcpyHostToDevice, true, 0);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                           size_t offset = 0,
                                           enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = 0)
{
    return simt_copy_to_symbol((const void *)&symbol, sizeof(T), from, bytes, offset, kind,
                               false, stream);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                        size_t offset = 0,
                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return simt_copy_from_symbol(to, (const void *)&symbol, sizeof(T), bytes, offset, kind,
                                 true, 0);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes,
                                             size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = 0)
{
    return simt_copy_from_symbol(to, (const void *)&symbol, sizeof(T), bytes, offset, kind,
                                 false, stream);
}

template <class T> inline cudaError_t cudaGetSymbolAddress(void **address, const T &symbol)
{
    return simt_symbol_address(address, (const void *)&symbol, sizeof(T));
}

template <class T> inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    void *address;
    cudaError_t error = simt_symbol_address(&address, (const void *)&symbol, sizeof(T));
    if (error == cudaSuccess)
        *size = sizeof(T);
    return error;
}

/* --- functions ---------------------------------------------------------------------------- */

template <class T>
inline cudaError_t cudaFuncSetAttribute(T *function, enum cudaFuncAttribute attribute,
                                        int value)
{
    return cudaFuncSetAttribute((const void *)function, attribute, value);
}

template <class T>
inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *function)
{
    return cudaFuncGetAttributes(attributes, (const void *)function);
}

template <class T>
inline cudaError_t cudaFuncSetCacheConfig(T *function, enum cudaFuncCache config)
{
    return cudaFuncSetCacheConfig((const void *)function, config);
}

template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T function,
                                                                 int block_size,
                                                                 size_t dynamic_shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function,
                                                         block_size, dynamic_shared);
}

template <class T>
inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T function, int block_size,
                                                       size_t dynamic_shared, unsigned int)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function,
                                                         block_size, dynamic_shared);
}

template <class T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, T *function,
                                                             int blocks, int block_size)
{
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)function, blocks,
                                                     block_size);
}

/* `shared_for` gives the bytes of dynamic shared memory that a block of so many threads asks.
 */
template <class Shared, class T>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block_size, T function,
                                               Shared shared_for, int limit = 0)
{
    auto call = [](int size, const void *context) -> size_t {
        return (*(Shared *)context)(size);
    };
    return simt_best_block(min_grid, block_size, (const void *)function, call, &shared_for,
                           limit);
}

template <class Shared, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *min_grid, int *block_size, T function, Shared shared_for, int limit = 0,
    unsigned int = cudaOccupancyDefault)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block_size, function,
                                                          shared_for, limit);
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size,
                                                      T function, size_t dynamic_shared = 0,
                                                      int limit = 0)
{
    auto same_for_all = [dynamic_shared](int) -> size_t { return dynamic_shared; };
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block_size, function,
                                                          same_for_all, limit);
}

template <class T>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *block_size, T function,
                                            size_t dynamic_shared = 0, int limit = 0,
                                            unsigned int = cudaOccupancyDefault)
{
    return cudaOccupancyMaxPotentialBlockSize(min_grid, block_size, function, dynamic_shared,
                                              limit);
}

#endif
