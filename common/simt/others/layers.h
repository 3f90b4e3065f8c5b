/* Textures and surfaces of layers and of cubes, gathers, and fetches that name a level of
 * detail, of which there is one. C++17.
 *
 * A cube is six layers, its faces, in the order and by the coordinates of the Programming
 * Guide's table; filters end at the edge of a face. Mipmaps are not supported. */
#ifndef SIMT_LAYERS_H
#define SIMT_LAYERS_H

#include "others/textures.h"

/* The layer of an array: its number is rounded down to one that is there. */
SIMT_INLINE simt_texture simt_layer_of(cudaTextureObject_t object, long layer)
{
    simt_texture t;
    simt_read_object(object, &t);
    layer = layer < 0 ? 0 : layer >= t.extent[2] ? t.extent[2] - 1 : layer;
    t.base += layer * (long)t.pitch[2];
    return t;
}

template <class T> SIMT_INLINE T tex1DLayered(cudaTextureObject_t object, float x, int layer)
{
    return simt_fetch_of<T>(simt_layer_of(object, layer), x, 0, 0, 1);
}

template <class T>
SIMT_INLINE T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer)
{
    return simt_fetch_of<T>(simt_layer_of(object, layer), x, y, 0, 2);
}

/* --- cubes -------------------------------------------------------------------------------- */

/* A face, and the coordinates in it from 0 to 1. */
struct simt_face {
    int face;
    float s, t;
};

SIMT_INLINE simt_face simt_face_at(float x, float y, float z)
{
    float size = fabsf(x), s = x < 0 ? z : -z, t = -y;
    int face = x < 0;
    if (fabsf(y) > size) {
        size = fabsf(y), s = x, t = y < 0 ? -z : z;
        face = 2 + (y < 0);
    }
    if (fabsf(z) > size) {
        size = fabsf(z), s = z < 0 ? -x : x, t = -y;
        face = 4 + (z < 0);
    }
    return {face, (s / size + 1) / 2, (t / size + 1) / 2};
}

template <class T>
SIMT_INLINE T texCubemapLayered(cudaTextureObject_t object, float x, float y, float z,
                                int layer)
{
    simt_face at = simt_face_at(x, y, z);
    simt_texture t = simt_layer_of(object, 6l * layer + at.face);
    t.how.normalizedCoords = 1;
    t.how.addressMode[0] = t.how.addressMode[1] = cudaAddressModeClamp;
    return simt_fetch_of<T>(t, at.s, at.t, 0, 2);
}

template <class T>
SIMT_INLINE T texCubemap(cudaTextureObject_t object, float x, float y, float z)
{
    return texCubemapLayered<T>(object, x, y, z, 0);
}

/* --- gathers ------------------------------------------------------------------------------ */

template <class Channel>
SIMT_INLINE Channel simt_channel(const simt_texture &t, const long (&index)[3], int channel)
{
    const char *at = simt_texel_at(t, index, 2);
    if (!at)
        return (Channel)t.how.borderColor[channel];
    const size_t bytes = (size_t)t.format.x / 8;
    if ((size_t)channel * bytes >= t.texel)
        return 0;
    if (sizeof(Channel) == bytes)
        return *(const Channel *)(at + (size_t)channel * bytes);
    const float4 all = simt_load_texel<float4>(t, at);
    const float each[4] = {all.x, all.y, all.z, all.w};
    return (Channel)each[channel];
}

/* One channel of the four elements that a filter takes, against the clock from the lower left.
 */
template <class T>
SIMT_INLINE T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0)
{
    simt_texture t;
    simt_read_object(object, &t);
    if (t.how.normalizedCoords)
        x *= (float)t.extent[0], y *= (float)t.extent[1];
    const long left = (long)floorf(x - 0.5f), top = (long)floorf(y - 0.5f);
    const long at[4][3] = {
        {left, top + 1, 0}, {left + 1, top + 1, 0}, {left + 1, top, 0}, {left, top, 0}};
    typedef decltype(T::x) part;
    return {simt_channel<part>(t, at[0], channel), simt_channel<part>(t, at[1], channel),
            simt_channel<part>(t, at[2], channel), simt_channel<part>(t, at[3], channel)};
}

/* --- the only level ----------------------------------------------------------------------- */

template <class T> SIMT_INLINE T tex1DLod(cudaTextureObject_t object, float x, float)
{
    return tex1D<T>(object, x);
}

template <class T> SIMT_INLINE T tex2DLod(cudaTextureObject_t object, float x, float y, float)
{
    return tex2D<T>(object, x, y);
}

template <class T>
SIMT_INLINE T tex3DLod(cudaTextureObject_t object, float x, float y, float z, float)
{
    return tex3D<T>(object, x, y, z);
}

SIMT_TEXTURE_TO(tex1DLayered, (T * to, cudaTextureObject_t object, float x, int layer),
                (object, x, layer))
SIMT_TEXTURE_TO(tex2DLayered, (T * to, cudaTextureObject_t object, float x, float y, int layer),
                (object, x, y, layer))
SIMT_TEXTURE_TO(texCubemap, (T * to, cudaTextureObject_t object, float x, float y, float z),
                (object, x, y, z))
SIMT_TEXTURE_TO(texCubemapLayered,
                (T * to, cudaTextureObject_t object, float x, float y, float z, int layer),
                (object, x, y, z, layer))
SIMT_TEXTURE_TO(tex2Dgather,
                (T * to, cudaTextureObject_t object, float x, float y, int channel = 0),
                (object, x, y, channel))

/* --- surfaces ----------------------------------------------------------------------------- */

/* Of one dimension, the layer is the third one all the same. */
SIMT_SURFACE(1DLayered, (int x, int layer), x, 0, layer)
SIMT_SURFACE(2DLayered, (int x, int y, int layer), x, y, layer)
SIMT_SURFACE(Cubemap, (int x, int y, int face), x, y, face)
SIMT_SURFACE(CubemapLayered, (int x, int y, int face), x, y, face)

#endif
