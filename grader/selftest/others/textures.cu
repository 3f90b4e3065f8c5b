// Textures on arrays, pitched and linear memory: filters, borders, wrapping; a surface.
// prints: 0.5 2.25 3 0 4 1 | 30 | 5 3.5 | 23 0 | 1 2 5 23
#include <stdio.h>
#include <string.h>

__global__ void look(cudaTextureObject_t smooth, cudaTextureObject_t wrapped,
                     cudaTextureObject_t bytes, cudaTextureObject_t line,
                     cudaTextureObject_t volume, cudaSurfaceObject_t surface, float *out)
{
    out[0] = tex2D<float>(smooth, 1, 0.5f);  // halfway between 0 and 1
    out[1] = tex2D<float>(smooth, 0.75f, 1); // 0.25 on the way to 1, halfway between the rows
    out[2] = tex2D<float>(smooth, 99, 0.5f); // clamped
    out[3] = tex2D<float>(smooth, 1.5f, -5); // the border
    out[4] = tex2D<float>(wrapped, 1.125f, 0.75f); // normalized coordinates start again at 1
    out[5] = tex2D<float>(bytes, 2.5f, 0.5f);      // 255 is 1
    out[6] = tex1Dfetch<int>(line, 3);
    out[7] = tex3D<float>(volume, 1.5f, 0.5f, 1.5f);
    out[8] = tex3D<float>(volume, 1.5f, 0.5f, 1.125f);
    surf2Dwrite(23.f, surface, 2 * sizeof(float), 1);
    out[9] = surf2Dread<float>(surface, 2 * sizeof(float), 1);
    out[10] = surf2Dread<float>(surface, 400, 1, cudaBoundaryModeZero);
}

static cudaTextureObject_t texture_on(const cudaResourceDesc &resource,
                                      cudaTextureAddressMode x, cudaTextureAddressMode y,
                                      cudaTextureFilterMode filter, cudaTextureReadMode read,
                                      int normalized)
{
    cudaTextureObject_t object = 0;
    cudaTextureDesc how;
    memset(&how, 0, sizeof how);
    how.addressMode[0] = x;
    how.addressMode[1] = how.addressMode[2] = y;
    how.filterMode = filter;
    how.readMode = read;
    how.normalizedCoords = normalized;
    cudaCreateTextureObject(&object, &resource, &how, NULL);
    return object;
}

int main()
{
    float rows[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *out;
    int numbers[4] = {0, 10, 20, 30}, *d_numbers;
    unsigned char pixels[4] = {0, 51, 255, 102}, *d_pixels;
    size_t pitch;
    cudaMallocManaged(&out, 16 * sizeof(float));
    cudaChannelFormatDesc of_float = cudaCreateChannelDesc<float>();

    cudaArray_t array, cube;
    cudaMallocArray(&array, &of_float, 4, 2, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, rows, 16, 16, 2, cudaMemcpyHostToDevice);
    cudaMalloc3DArray(&cube, &of_float, make_cudaExtent(2, 2, 2));
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_cudaPitchedPtr(rows, 8, 2, 2);
    copy.dstArray = cube;
    copy.extent = make_cudaExtent(2, 2, 2);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaMalloc(&d_numbers, sizeof numbers);
    cudaMemcpy(d_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMallocPitch(&d_pixels, &pitch, 4, 1);
    cudaMemcpy(d_pixels, pixels, 4, cudaMemcpyHostToDevice);

    cudaResourceDesc on_array, on_cube, on_line, on_pixels;
    memset(&on_array, 0, sizeof on_array);
    on_array.resType = cudaResourceTypeArray;
    on_array.res.array.array = array;
    on_cube = on_line = on_pixels = on_array;
    on_cube.res.array.array = cube;
    on_line.resType = cudaResourceTypeLinear;
    on_line.res.linear = {d_numbers, cudaCreateChannelDesc<int>(), sizeof numbers};
    on_pixels.resType = cudaResourceTypePitch2D;
    on_pixels.res.pitch2D = {d_pixels, cudaCreateChannelDesc<unsigned char>(), 4, 1, pitch};
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &on_array);

    const cudaTextureAddressMode clamp = cudaAddressModeClamp, wrap = cudaAddressModeWrap;
    const cudaTextureFilterMode point = cudaFilterModePoint, linear = cudaFilterModeLinear;
    const cudaTextureReadMode plain = cudaReadModeElementType;
    cudaTextureObject_t textures[] = {
        texture_on(on_array, clamp, cudaAddressModeBorder, linear, plain, 0),
        texture_on(on_array, wrap, wrap, point, plain, 1),
        texture_on(on_pixels, clamp, clamp, point, cudaReadModeNormalizedFloat, 0),
        texture_on(on_line, clamp, clamp, point, plain, 0),
        texture_on(on_cube, clamp, clamp, linear, plain, 0)};
    look<<<1, 1>>>(textures[0], textures[1], textures[2], textures[3], textures[4], surface,
                   out);
    cudaDeviceSynchronize();
    float copied[4];
    cudaArray_t corner;
    cudaMallocArray(&corner, &of_float, 4, 2);
    cudaMemcpy2DArrayToArray(corner, 8, 0, array, 4, 0, 8, 2);
    cudaMemcpy2DFromArrayAsync(copied, 8, corner, 8, 0, 8, 2, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    cudaFreeArray(corner);
    printf("%g %g %g %g %g %g | %g | %g %g | %g %g", out[0], out[1], out[2], out[3], out[4],
           out[5], out[6], out[7], out[8], out[9], out[10]);
    printf(" | %g %g %g %g\n", copied[0], copied[1], copied[2], copied[3]);
    for (cudaTextureObject_t object : textures)
        cudaDestroyTextureObject(object);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    cudaFreeArray(cube);
    cudaFree(d_numbers);
    cudaFree(d_pixels);
    cudaFree(out);
    return 0;
}
