/* Texture references, which CUDA had until version 11: variables of the file that the host
 * binds to memory and kernels read by name. Each holds a texture object while it is bound.
 * C++17.
 *
 * The translator gives their type, `texture`, the name that it has here: see
 * translate/old_textures.c. */
#ifndef SIMT_TEXTURE_REFERENCES_H
#define SIMT_TEXTURE_REFERENCES_H

#include "others/textures.h"

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03

struct textureReference {
    int normalized;
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
    cudaTextureReadMode simt_read_mode;
    cudaTextureObject_t simt_object; /* 0 while it is not bound */
};

template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct simt_texture_reference : textureReference {
    simt_texture_reference(int is_normalized = 0,
                           cudaTextureFilterMode filter = cudaFilterModePoint,
                           cudaTextureAddressMode address = cudaAddressModeClamp)
        : simt_texture_reference(is_normalized, filter, address, cudaCreateChannelDesc<T>())
    {
    }
    simt_texture_reference(int is_normalized, cudaTextureFilterMode filter,
                           cudaTextureAddressMode address, cudaChannelFormatDesc format)
        : textureReference{is_normalized, filter, {address, address, address}, format, mode, 0}
    {
    }
};

/* What a read gives: floats for whole numbers where they are normalized. */
template <int channels> struct simt_floats {
    using type = float4;
};
template <> struct simt_floats<1> {
    using type = float;
};
template <> struct simt_floats<2> {
    using type = float2;
};
template <class T, cudaTextureReadMode mode>
using simt_texel_of =
    typename std::conditional<mode == cudaReadModeElementType, T,
                              typename simt_floats<simt_channels<T>::channels>::type>::type;

/* --- the host: binding -------------------------------------------------------------------- */

/* A launch reads what was bound when it was made: so those that wait go first. */
inline cudaError_t cudaUnbindTexture(textureReference &reference)
{
    cudaError_t error = cudaDeviceSynchronize();
    if (reference.simt_object)
        cudaDestroyTextureObject(reference.simt_object);
    reference.simt_object = 0;
    return error;
}

inline cudaError_t cudaUnbindTexture(textureReference *reference)
{
    return cudaUnbindTexture(*reference);
}

inline cudaError_t simt_bind(textureReference &reference, const cudaResourceDesc &resource)
{
    cudaTextureDesc how = {};
    cudaError_t error = cudaUnbindTexture(reference);
    for (int d = 0; d < 3; d++)
        how.addressMode[d] = reference.addressMode[d];
    how.filterMode = reference.filterMode;
    how.readMode = reference.simt_read_mode;
    how.normalizedCoords = reference.normalized;
    return error == cudaSuccess
               ? cudaCreateTextureObject(&reference.simt_object, &resource, &how, nullptr)
               : error;
}

/* Memory of cudaMalloc's: so nothing lies before the first element. */
inline cudaError_t cudaBindTexture(size_t *offset, textureReference &reference,
                                   const void *memory, const cudaChannelFormatDesc &format,
                                   size_t bytes = UINT_MAX)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {(void *)memory, format, bytes};
    if (offset)
        *offset = 0;
    return simt_bind(reference, resource);
}

inline cudaError_t cudaBindTexture(size_t *offset, textureReference &reference,
                                   const void *memory, size_t bytes = UINT_MAX)
{
    return cudaBindTexture(offset, reference, memory, reference.channelDesc, bytes);
}

inline cudaError_t cudaBindTexture2D(size_t *offset, textureReference &reference,
                                     const void *memory, const cudaChannelFormatDesc &format,
                                     size_t width, size_t height, size_t pitch)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {(void *)memory, format, width, height, pitch};
    if (offset)
        *offset = 0;
    return simt_bind(reference, resource);
}

inline cudaError_t cudaBindTexture2D(size_t *offset, textureReference &reference,
                                     const void *memory, size_t width, size_t height,
                                     size_t pitch)
{
    return cudaBindTexture2D(offset, reference, memory, reference.channelDesc, width, height,
                             pitch);
}

inline cudaError_t cudaBindTextureToArray(textureReference &reference, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array = {(cudaArray_t)array};
    return simt_bind(reference, resource);
}

inline cudaError_t cudaBindTextureToArray(textureReference &reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc &)
{
    return cudaBindTextureToArray(reference, array);
}

/* The same, as C had them. */
inline cudaError_t cudaBindTexture(size_t *offset, textureReference *reference,
                                   const void *memory, const cudaChannelFormatDesc *format,
                                   size_t bytes = UINT_MAX)
{
    return cudaBindTexture(offset, *reference, memory, *format, bytes);
}

inline cudaError_t cudaBindTexture2D(size_t *offset, textureReference *reference,
                                     const void *memory, const cudaChannelFormatDesc *format,
                                     size_t width, size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, *reference, memory, *format, width, height, pitch);
}

inline cudaError_t cudaBindTextureToArray(textureReference *reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc *)
{
    return cudaBindTextureToArray(*reference, array);
}

inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference &)
{
    *offset = 0;
    return cudaSuccess;
}

/* --- the device: reading ------------------------------------------------------------------ */

/* The reference is the runtime's, and no access of the kernel's. */
SIMT_UNWATCHED __attribute__((noinline, unused)) static cudaTextureObject_t
simt_object_of(const textureReference &reference)
{
    return reference.simt_object;
}

/* What is not bound gives zeros. */
#define SIMT_TEXTURE_OF(name, parameters, arguments)                                           \
    template <class T, cudaTextureReadMode mode>                                               \
    SIMT_INLINE simt_texel_of<T, mode> name parameters                                         \
    {                                                                                          \
        cudaTextureObject_t object = simt_object_of(reference);                                \
        return object ? name<simt_texel_of<T, mode>> arguments : simt_texel_of<T, mode>{};     \
    }
#define SIMT_REFERENCE(dimensions) const simt_texture_reference<T, dimensions, mode> &reference
SIMT_TEXTURE_OF(tex1Dfetch, (SIMT_REFERENCE(1), int i), (object, i))
SIMT_TEXTURE_OF(tex1D, (SIMT_REFERENCE(1), float x), (object, x))
SIMT_TEXTURE_OF(tex2D, (SIMT_REFERENCE(2), float x, float y), (object, x, y))
SIMT_TEXTURE_OF(tex3D, (SIMT_REFERENCE(3), float x, float y, float z), (object, x, y, z))
#undef SIMT_REFERENCE
#undef SIMT_TEXTURE_OF

#endif
