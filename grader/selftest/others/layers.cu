// Layers and cubes of textures and surfaces, gathers, and fetches that name a level.
// prints: 11 17 17 1 | 21 12 | 0 1 2 3 4 5 | 3.5 11 | 4 5 1 0 | 255 20 0 | 30 | 7 42
#include <stdio.h>
#include <string.h>

struct objects {
    cudaTextureObject_t layers, lines, cube, cubes, smooth, pixels;
    cudaSurfaceObject_t surface, line;
};

__global__ void look(objects of, float *out)
{
    out[0] = tex2DLayered<float>(of.layers, 1, 0, 1);
    out[1] = tex2DLayered<float>(of.layers, 9, 1, 1); // clamped, as are layers
    out[2] = tex2DLayered<float>(of.layers, 3, 1, 7);
    out[3] = tex2DLayered<float>(of.smooth, 2, 0.5f, 0);
    out[4] = tex1DLayered<float>(of.lines, 1, 2);
    tex1DLayered(&out[5], of.lines, 2, 1);
    out[6] = texCubemap<float>(of.cube, 2, 0.5f, 1);
    out[7] = texCubemap<float>(of.cube, -1, 0, 0);
    out[8] = texCubemap<float>(of.cube, 0, 3, 1);
    out[9] = texCubemap<float>(of.cube, 0, -1, 0);
    out[10] = texCubemap<float>(of.cube, 0.5f, 0, 1);
    out[11] = texCubemap<float>(of.cube, 0, 0, -1);
    out[12] = texCubemap<float>(of.smooth, 0, 0, 1); // the four of face 4
    out[13] = texCubemapLayered<float>(of.cubes, 0, 0, -1, 1);
    const float4 four = tex2Dgather<float4>(of.layers, 1, 1);
    out[14] = four.x, out[15] = four.y, out[16] = four.z, out[17] = four.w;
    const uchar4 red = tex2Dgather<uchar4>(of.pixels, 1, 1),
                 green = tex2Dgather<uchar4>(of.pixels, 1, 1, 1);
    out[18] = red.x, out[19] = green.w, out[20] = tex2Dgather<uchar4>(of.pixels, 1, 1, 3).x;
    out[21] = tex2DLod<uchar2>(of.pixels, 1, 0, 0).y;
    surf2DLayeredwrite(7.f, of.surface, 4, 1, 1);
    out[22] = surf2DLayeredread<float>(of.surface, 4, 1, 1);
    surf1DLayeredwrite(42.f, of.line, 8, 2);
    out[23] = tex1DLayered<float>(of.lines, 2, 2);
}

template <class T>
static cudaArray_t array_of(const T *data, size_t width, size_t height, size_t layers,
                            unsigned flags)
{
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, layers), flags);
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr =
        make_cudaPitchedPtr((void *)data, width * sizeof(T), width, height ? height : 1);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, height ? height : 1, layers ? layers : 1);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    return array;
}

static cudaTextureObject_t texture_on(cudaArray_t array,
                                      cudaTextureFilterMode filter = cudaFilterModePoint)
{
    cudaResourceDesc resource;
    cudaTextureDesc how;
    cudaTextureObject_t object = 0;
    memset(&resource, 0, sizeof resource);
    memset(&how, 0, sizeof how);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    how.filterMode = filter;
    for (int i = 0; i < 3; i++)
        how.addressMode[i] = cudaAddressModeClamp;
    cudaCreateTextureObject(&object, &resource, &how, NULL);
    return object;
}

static cudaSurfaceObject_t surface_on(cudaArray_t array)
{
    cudaResourceDesc resource;
    cudaSurfaceObject_t object = 0;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateSurfaceObject(&object, &resource);
    return object;
}

int main()
{
    float grid[16], lines[9], faces[12], quarters[24], *out;
    const uchar2 pixels[4] = {{1, 20}, {2, 30}, {255, 40}, {4, 50}};
    for (int i = 0; i < 16; i++)
        grid[i] = (float)(10 * (i / 8) + i % 8);
    for (int i = 0; i < 9; i++)
        lines[i] = (float)(10 * (i / 3) + i % 3);
    for (int i = 0; i < 12; i++)
        faces[i] = (float)i;
    for (int i = 0; i < 24; i++)
        quarters[i] = (float)(i / 4 == 4 ? 2 + i % 4 : i);
    cudaMallocManaged(&out, 24 * sizeof(float));
    cudaArray_t a[] = {array_of(grid, 4, 2, 2, cudaArrayLayered | cudaArraySurfaceLoadStore),
                       array_of(lines, 3, 0, 3, cudaArrayLayered | cudaArraySurfaceLoadStore),
                       array_of(faces, 1, 1, 6, cudaArrayCubemap),
                       array_of(faces, 1, 1, 12, cudaArrayCubemap | cudaArrayLayered),
                       array_of(quarters, 2, 2, 6, cudaArrayCubemap),
                       array_of(pixels, 2, 2, 0, cudaArrayTextureGather)};
    objects of = {texture_on(a[0]),
                  texture_on(a[1]),
                  texture_on(a[2]),
                  texture_on(a[3]),
                  texture_on(a[4], cudaFilterModeLinear),
                  texture_on(a[5]),
                  surface_on(a[0]),
                  surface_on(a[1])};
    look<<<1, 1>>>(of, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 24; i++)
        printf("%g%s", out[i],
               i == 3 || i == 5 || i == 11 || i == 13 || i == 17 || i == 20 || i == 21 ? " | "
               : i == 23                                                               ? "\n"
                                                                                       : " ");
    for (cudaTextureObject_t t : {of.layers, of.lines, of.cube, of.cubes, of.smooth, of.pixels})
        cudaDestroyTextureObject(t);
    cudaDestroySurfaceObject(of.surface);
    cudaDestroySurfaceObject(of.line);
    for (cudaArray_t each : a)
        cudaFreeArray(each);
    cudaFree(out);
}
