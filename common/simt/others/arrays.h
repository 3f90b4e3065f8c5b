/* Arrays of CUDA (cudaArray_t), pitched memory in three dimensions, and copies between them.
 * An array is device memory without gaps between its rows. C++17. */
#ifndef SIMT_ARRAYS_H
#define SIMT_ARRAYS_H

#include "cuda/api.h"
#include "others/handles.h"

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3,
};

struct cudaChannelFormatDesc {
    int x, y, z, w; /* bits of each channel */
    enum cudaChannelFormatKind f;
};

struct cudaExtent {
    size_t width, height, depth;
};

struct cudaPos {
    size_t x, y, z;
};

struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

struct cudaArray {
    char *base;
    cudaChannelFormatDesc format;
    cudaExtent extent; /* in elements; of a one-dimensional one the height is 0 */
    size_t texel;      /* bytes of an element */

    size_t row() const
    {
        return extent.width * texel;
    }
    size_t slice() const
    {
        return row() * (extent.height ? extent.height : 1);
    }
};
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;

#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08

inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    return {width, height, depth};
}

inline cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    return {x, y, z};
}

inline cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize,
                                          size_t ysize)
{
    return {pointer, pitch, xsize, ysize};
}

/* --- formats ------------------------------------------------------------------------------ */

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   cudaChannelFormatKind f)
{
    return {x, y, z, w, f};
}

template <class T> struct simt_channels;
#define SIMT_CHANNELS(T, scalar, count, kind)                                                  \
    template <> struct simt_channels<T> {                                                      \
        static constexpr int bits = 8 * sizeof(scalar), channels = count;                      \
        static constexpr cudaChannelFormatKind format = cudaChannelFormatKind##kind;           \
    };
#define SIMT_CHANNELS_OF(name, scalar, kind)                                                   \
    SIMT_CHANNELS(scalar, scalar, 1, kind)                                                     \
    SIMT_CHANNELS(name##1, scalar, 1, kind)                                                    \
    SIMT_CHANNELS(name##2, scalar, 2, kind)                                                    \
    SIMT_CHANNELS(name##4, scalar, 4, kind)
SIMT_CHANNELS_OF(char, signed char, Signed)
SIMT_CHANNELS_OF(uchar, unsigned char, Unsigned)
SIMT_CHANNELS_OF(short, short, Signed)
SIMT_CHANNELS_OF(ushort, unsigned short, Unsigned)
SIMT_CHANNELS_OF(int, int, Signed)
SIMT_CHANNELS_OF(uint, unsigned, Unsigned)
SIMT_CHANNELS_OF(float, float, Float)
SIMT_CHANNELS(char, char, 1, Signed)

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    constexpr int bits = simt_channels<T>::bits, count = simt_channels<T>::channels;
    return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0,
            simt_channels<T>::format};
}

/* --- memory ------------------------------------------------------------------------------- */

inline cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format,
                                     cudaExtent extent, unsigned = cudaArrayDefault)
{
    size_t bits = (size_t)(format->x + format->y + format->z + format->w);
    cudaArray made = {nullptr, *format, extent, bits / 8};
    cudaError_t error =
        cudaMalloc((void **)&made.base, made.slice() * (extent.depth ? extent.depth : 1));
    *array = error == cudaSuccess ? simt_known(new cudaArray(made)) : nullptr;
    return error;
}

inline cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format,
                                   size_t width, size_t height = 0, unsigned flags = 0)
{
    return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}

inline cudaError_t cudaFreeArray(cudaArray_t array)
{
    if (!array)
        return cudaSuccess;
    void *base = simt_is_known(array) ? array->base : nullptr;
    cudaError_t error = simt_destroy(array, "array");
    return error == cudaSuccess ? cudaFree(base) : error;
}

inline cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    *format = array->format;
    return cudaSuccess;
}

inline cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent,
                                    unsigned *flags, cudaArray_t array)
{
    if (format)
        *format = array->format;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = cudaArrayDefault;
    return cudaSuccess;
}

inline cudaError_t cudaMalloc3D(cudaPitchedPtr *pitched, cudaExtent extent)
{
    pitched->xsize = extent.width;
    pitched->ysize = extent.height;
    return cudaMallocPitch(&pitched->ptr, &pitched->pitch, extent.width,
                           extent.height * extent.depth);
}

inline cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent)
{
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)
        error = cudaMemset2D((char *)pitched.ptr + z * pitched.pitch * pitched.ysize,
                             pitched.pitch, value, extent.width, extent.height);
    return error;
}

/* --- copies ------------------------------------------------------------------------------- */

inline cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from,
                                       size_t pitch, size_t width, size_t height,
                                       cudaMemcpyKind kind)
{
    return cudaMemcpy2D(to->base + y * to->row() + x, to->row(), from, pitch, width, height,
                        kind);
}

inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y,
                                            const void *from, size_t pitch, size_t width,
                                            size_t height, cudaMemcpyKind kind,
                                            cudaStream_t stream = 0)
{
    return cudaMemcpy2DAsync(to->base + y * to->row() + x, to->row(), from, pitch, width,
                             height, kind, stream);
}

inline cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from,
                                         size_t x, size_t y, size_t width, size_t height,
                                         cudaMemcpyKind kind)
{
    return cudaMemcpy2D(to, pitch, from->base + y * from->row() + x, from->row(), width, height,
                        kind);
}

inline cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from,
                                              size_t x, size_t y, size_t width, size_t height,
                                              cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    return cudaMemcpy2DAsync(to, pitch, from->base + y * from->row() + x, from->row(), width,
                             height, kind, stream);
}

inline cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t x, size_t y,
                                            cudaArray_const_t from, size_t from_x,
                                            size_t from_y, size_t width, size_t height,
                                            cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)
{
    return cudaMemcpy2D(to->base + y * to->row() + x, to->row(),
                        from->base + from_y * from->row() + from_x, from->row(), width, height,
                        kind);
}

inline cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t x, size_t y,
                                          cudaArray_const_t from, size_t from_x, size_t from_y,
                                          size_t bytes,
                                          cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)
{
    return cudaMemcpy(to->base + y * to->row() + x, from->base + from_y * from->row() + from_x,
                      bytes, kind);
}

inline cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                          size_t bytes, cudaMemcpyKind kind,
                                          cudaStream_t stream = 0)
{
    return cudaMemcpyAsync(to->base + y * to->row() + x, from, bytes, kind, stream);
}

inline cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x,
                                            size_t y, size_t bytes, cudaMemcpyKind kind,
                                            cudaStream_t stream = 0)
{
    return cudaMemcpyAsync(to, from->base + y * from->row() + x, bytes, kind, stream);
}

inline cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpy(to->base + y * to->row() + x, from, bytes, kind);
}

inline cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y,
                                       size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpy(to, from->base + y * from->row() + x, bytes, kind);
}

struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};

/* One side of a copy: where it begins, and its pitches. */
struct simt_side_of_copy {
    char *begin;
    size_t row, slice;

    simt_side_of_copy(cudaArray_t array, cudaPos at, cudaPitchedPtr pitched)
        : begin((char *)pitched.ptr), row(pitched.pitch), slice(pitched.pitch * pitched.ysize)
    {
        if (array)
            begin = array->base, row = array->row(), slice = array->slice();
        begin += at.z * slice + at.y * row + at.x * (array ? array->texel : 1);
    }
};

/* Slice by slice: each is what copy() does of it. */
template <class Copy> inline cudaError_t simt_copy_slices(const cudaMemcpy3DParms *p, Copy copy)
{
    simt_side_of_copy from(p->srcArray, p->srcPos, p->srcPtr);
    simt_side_of_copy to(p->dstArray, p->dstPos, p->dstPtr);
    cudaArray_t array = p->dstArray ? p->dstArray : p->srcArray;
    size_t width = p->extent.width * (array ? array->texel : 1);
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < p->extent.depth && error == cudaSuccess; z++)
        error = copy(to.begin + z * to.slice, to.row, from.begin + z * from.slice, from.row,
                     width, p->extent.height, p->kind);
    return error;
}

inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p)
{
    return simt_copy_slices(p, [](auto... arguments) { return cudaMemcpy2D(arguments...); });
}

inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream = 0)
{
    return simt_copy_slices(
        p, [=](auto... arguments) { return cudaMemcpy2DAsync(arguments..., stream); });
}

#endif
