/* Texture and surface objects on linear memory, pitched memory and arrays, in one to three
 * dimensions. C++17.
 *
 * Addressing, normalized coordinates and reads as normalized floats are CUDA's. A linear filter
 * takes weights of 8 bits, as the Programming Guide has it, and may differ from a device in the
 * last place. Layers, cubes and gathers are in layers.h; mipmaps are not supported. */
#ifndef SIMT_TEXTURES_H
#define SIMT_TEXTURES_H

#include "others/arrays.h"
#include "others/handles.h"
#include "shim/device.h"
#include "shim/translated.h"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3,
};

enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3,
};

enum cudaTextureFilterMode {
    cudaFilterModePoint = 0,
    cudaFilterModeLinear = 1,
};

enum cudaTextureReadMode {
    cudaReadModeElementType = 0,
    cudaReadModeNormalizedFloat = 1,
};

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2,
};

struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void *devPtr;
            cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
    unsigned flags;
};

struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};

struct cudaResourceViewDesc;

/* --- objects ------------------------------------------------------------------------------ */

struct simt_texture {
    char *base;
    size_t texel, pitch[3]; /* bytes from one element to the next in each direction */
    long extent[3];
    cudaChannelFormatDesc format;
    cudaTextureDesc how;
};

inline size_t simt_bytes_of(cudaChannelFormatDesc f)
{
    return (size_t)(f.x + f.y + f.z + f.w) / 8;
}

inline simt_texture simt_texture_of(const cudaResourceDesc *resource)
{
    if (resource->resType == cudaResourceTypeLinear) {
        auto &of = resource->res.linear;
        size_t texel = simt_bytes_of(of.desc);
        return {(char *)of.devPtr,
                texel,
                {texel, of.sizeInBytes, of.sizeInBytes},
                {(long)(of.sizeInBytes / texel), 1, 1},
                of.desc,
                {}};
    }
    if (resource->resType == cudaResourceTypePitch2D) {
        auto &of = resource->res.pitch2D;
        size_t texel = simt_bytes_of(of.desc);
        return {(char *)of.devPtr,
                texel,
                {texel, of.pitchInBytes, of.pitchInBytes * of.height},
                {(long)of.width, (long)of.height, 1},
                of.desc,
                {}};
    }
    const cudaArray &of = *resource->res.array.array;
    auto size = [](size_t n) { return (long)(n ? n : 1); };
    return {of.base,
            of.texel,
            {of.texel, of.row(), of.slice()},
            {size(of.extent.width), size(of.extent.height), size(of.extent.depth)},
            of.format,
            {}};
}

inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                           const cudaResourceDesc *resource,
                                           const cudaTextureDesc *how,
                                           const cudaResourceViewDesc *)
{
    if (resource->resType == cudaResourceTypeMipmappedArray)
        return cudaErrorNotSupported;
    simt_texture *made = simt_known(new simt_texture(simt_texture_of(resource)));
    made->how = *how;
    *object = (cudaTextureObject_t)made;
    return cudaSuccess;
}

inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    return simt_destroy((simt_texture *)object, "texture or surface object");
}

inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                           const cudaResourceDesc *resource)
{
    *object = (cudaSurfaceObject_t)simt_known(new simt_texture(simt_texture_of(resource)));
    return cudaSuccess;
}

inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    return cudaDestroyTextureObject(object);
}

/* --- elements ----------------------------------------------------------------------------- */

/* The object is the runtime's, and no access of the kernel's. What copies a structure as a
 * whole would be a function of its own, which is watched. */
SIMT_UNWATCHED __attribute__((noinline, unused)) static void
simt_read_object(unsigned long long object, simt_texture *to)
{
    static_assert(sizeof *to % sizeof(long) == 0, "whole words");
    for (size_t i = 0; i < sizeof *to / sizeof(long); i++)
        ((long *)to)[i] = ((const long *)object)[i];
}

/* Where index i is found among n elements, or -1 outside of a border. */
SIMT_INLINE long simt_addressed(cudaTextureAddressMode mode, bool normalized, long i, long n)
{
    if (i >= 0 && i < n)
        return i;
    if (normalized && mode == cudaAddressModeWrap)
        return (i % n + n) % n;
    if (normalized && mode == cudaAddressModeMirror) {
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }
    return mode == cudaAddressModeBorder ? -1 : i < 0 ? 0 : n - 1;
}

/* One channel as a normalized float. */
template <class From> SIMT_INLINE float simt_normalized(const char *at)
{
    constexpr float most =
        (From)-1 < 0 ? (1 << (8 * sizeof(From) - 1)) - 1 : (1 << 8 * sizeof(From)) - 1;
    float value = (float)*(const From *)at / most;
    return value < -1 ? -1 : value;
}

template <class T> SIMT_INLINE T simt_load_texel(const simt_texture &t, const char *at)
{
    if (t.how.readMode == cudaReadModeElementType || t.format.f == cudaChannelFormatKindFloat)
        return *(const T *)at;
    float channel[4] = {0, 0, 0, 0};
    bool sign = t.format.f == cudaChannelFormatKindSigned;
    unsigned bytes = (unsigned)t.format.x / 8;
    for (unsigned i = 0; i * bytes < t.texel; i++, at += bytes)
        channel[i] =
            bytes == 1
                ? (sign ? simt_normalized<signed char>(at) : simt_normalized<unsigned char>(at))
                : (sign ? simt_normalized<short>(at) : simt_normalized<unsigned short>(at));
    T value;
    __builtin_memcpy((void *)&value, channel, sizeof value);
    return value;
}

/* Where an element is, or NULL outside of a border. */
SIMT_INLINE const char *simt_texel_at(const simt_texture &t, const long (&index)[3],
                                      int dimensions)
{
    const char *at = t.base;
    for (int d = 0; d < dimensions; d++) {
        long i =
            simt_addressed(t.how.addressMode[d], t.how.normalizedCoords, index[d], t.extent[d]);
        if (i < 0)
            return nullptr;
        at += i * (long)t.pitch[d];
    }
    return at;
}

template <class T>
SIMT_INLINE T simt_texel(const simt_texture &t, const long (&index)[3], int dimensions)
{
    if (const char *at = simt_texel_at(t, index, dimensions))
        return simt_load_texel<T>(t, at);
    T border = {};
    __builtin_memcpy((void *)&border, t.how.borderColor, sizeof border);
    return border;
}

/* The weighted sum of the neighbours; T holds floats. */
template <class T>
SIMT_INLINE T simt_filtered(const simt_texture &t, const float (&place)[3], int dimensions)
{
    long low[3] = {0, 0, 0};
    float part[3] = {0, 0, 0}, sum[4] = {0, 0, 0, 0};
    for (int d = 0; d < dimensions; d++) {
        float from = floorf(place[d] - 0.5f);
        low[d] = (long)from;
        part[d] = rintf((place[d] - 0.5f - from) * 256) / 256;
    }
    for (int corner = 0; corner < 1 << dimensions; corner++) {
        long index[3] = {0, 0, 0};
        float weight = 1, channel[sizeof(T) / 4 ? sizeof(T) / 4 : 1];
        for (int d = 0; d < dimensions; d++) {
            index[d] = low[d] + (corner >> d & 1);
            weight *= corner >> d & 1 ? part[d] : 1 - part[d];
        }
        T value = simt_texel<T>(t, index, dimensions);
        __builtin_memcpy(channel, (void *)&value, sizeof value);
        for (size_t c = 0; c < sizeof(T) / 4; c++)
            sum[c] += weight * channel[c];
    }
    T result;
    __builtin_memcpy((void *)&result, sum, sizeof result);
    return result;
}

template <class T>
SIMT_INLINE T simt_fetch_of(const simt_texture &t, float x, float y, float z, int dimensions)
{
    float place[3] = {x, y, z};
    long index[3] = {0, 0, 0};
    for (int d = 0; d < dimensions; d++) {
        if (t.how.normalizedCoords)
            place[d] *= (float)t.extent[d];
        index[d] = (long)floorf(place[d]);
    }
    if (t.how.filterMode == cudaFilterModeLinear)
        return simt_filtered<T>(t, place, dimensions);
    return simt_texel<T>(t, index, dimensions);
}

template <class T>
SIMT_INLINE T simt_fetch(cudaTextureObject_t object, float x, float y, float z, int dimensions)
{
    simt_texture t;
    simt_read_object(object, &t);
    return simt_fetch_of<T>(t, x, y, z, dimensions);
}

/* --- what kernels call -------------------------------------------------------------------- */

template <class T> SIMT_INLINE T tex1Dfetch(cudaTextureObject_t object, int i)
{
    simt_texture t;
    simt_read_object(object, &t);
    if (i < 0 || i >= t.extent[0])
        return T{};
    return simt_load_texel<T>(t, t.base + (size_t)i * t.texel);
}

template <class T> SIMT_INLINE T tex1D(cudaTextureObject_t object, float x)
{
    return simt_fetch<T>(object, x, 0, 0, 1);
}

template <class T> SIMT_INLINE T tex2D(cudaTextureObject_t object, float x, float y)
{
    return simt_fetch<T>(object, x, y, 0, 2);
}

template <class T> SIMT_INLINE T tex3D(cudaTextureObject_t object, float x, float y, float z)
{
    return simt_fetch<T>(object, x, y, z, 3);
}

/* The older form, with the result by its address. */
#define SIMT_TEXTURE_TO(name, parameters, arguments)                                           \
    template <class T> SIMT_INLINE void name parameters                                        \
    {                                                                                          \
        *to = name<T> arguments;                                                               \
    }
SIMT_TEXTURE_TO(tex1Dfetch, (T * to, cudaTextureObject_t object, int i), (object, i))
SIMT_TEXTURE_TO(tex1D, (T * to, cudaTextureObject_t object, float x), (object, x))
SIMT_TEXTURE_TO(tex2D, (T * to, cudaTextureObject_t object, float x, float y), (object, x, y))
SIMT_TEXTURE_TO(tex3D, (T * to, cudaTextureObject_t object, float x, float y, float z),
                (object, x, y, z))

/* --- surfaces: x counts bytes ------------------------------------------------------------- */

/* Where the element is; NULL where a read gives zeros and a write does nothing. */
SIMT_INLINE char *simt_surface_at(cudaSurfaceObject_t object, int x, int y, int z,
                                  cudaSurfaceBoundaryMode mode)
{
    simt_texture t;
    simt_read_object(object, &t);
    long index[3] = {x / (long)t.texel, y, z};
    char *at = t.base;
    for (int d = 0; d < 3; d++) {
        long n = t.extent[d], i = index[d];
        if (i < 0 || i >= n) {
            if (mode == cudaBoundaryModeTrap)
                simt_trap(__builtin_FILE(), __builtin_LINE());
            if (mode == cudaBoundaryModeZero)
                return nullptr;
            i = i < 0 ? 0 : n - 1;
        }
        at += i * (long)t.pitch[d];
    }
    return at;
}

#define SIMT_SURFACE(dimensions, parameters, ...)                                              \
    template <class T>                                                                         \
    SIMT_INLINE T surf##dimensions##read(                                                      \
        SIMT_ARGUMENTS(cudaSurfaceObject_t object, SIMT_ARGUMENTS parameters),                 \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                   \
    {                                                                                          \
        const char *at = simt_surface_at(object, __VA_ARGS__, mode);                           \
        return at ? *(const T *)at : T{};                                                      \
    }                                                                                          \
    template <class T>                                                                         \
    SIMT_INLINE void surf##dimensions##read(                                                   \
        SIMT_ARGUMENTS(T *to, cudaSurfaceObject_t object, SIMT_ARGUMENTS parameters),          \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                   \
    {                                                                                          \
        const char *at = simt_surface_at(object, __VA_ARGS__, mode);                           \
        *to = at ? *(const T *)at : T{};                                                       \
    }                                                                                          \
    template <class T>                                                                         \
    SIMT_INLINE void surf##dimensions##write(                                                  \
        SIMT_ARGUMENTS(T value, cudaSurfaceObject_t object, SIMT_ARGUMENTS parameters),        \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                   \
    {                                                                                          \
        if (char *at = simt_surface_at(object, __VA_ARGS__, mode))                             \
            *(T *)at = value;                                                                  \
    }
#define SIMT_ARGUMENTS(...) __VA_ARGS__
SIMT_SURFACE(1D, (int x), x, 0, 0)
SIMT_SURFACE(2D, (int x, int y), x, y, 0)
SIMT_SURFACE(3D, (int x, int y, int z), x, y, z)

#endif
