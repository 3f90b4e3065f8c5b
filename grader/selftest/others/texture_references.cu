// Texture references, as CUDA had them until version 11: bound to memory, to rows with a pitch
// and to an array, bound again after a launch that nobody has waited for, and not bound.
//
// prints: 2 5 7 0.5 100
#include <stdio.h>

texture<float> line;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
static texture<int, 2, cudaReadModeElementType> table;
texture<int> nowhere;

struct paint {
    int texture; // no reference's type
};

__global__ void fetch(float *out, int i)
{
    out[threadIdx.x] = tex1Dfetch(line, i) + tex1Dfetch(nowhere, i);
}

__global__ void look(float *out)
{
    out[2] = (float)tex2D(table, 1, 2);
    out[3] = tex2D(image, 0.5f, 0.5f).y;
}

int main()
{
    float first[4] = {0, 1, 2, 3}, second[4] = {2, 3, 4, 5}, host[4], *d_first, *d_second, *out;
    int numbers[6] = {2, 3, 4, 5, 6, 7};
    uchar4 color = {0, 128, 0, 0}, *d_color;
    paint red = {100};
    size_t pitch;
    cudaArray *array;
    cudaMalloc(&d_first, sizeof first);
    cudaMalloc(&d_second, sizeof second);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(d_first, first, sizeof first, cudaMemcpyHostToDevice);
    cudaMemcpy(d_second, second, sizeof second, cudaMemcpyHostToDevice);
    cudaBindTexture(NULL, line, d_first, sizeof first);
    fetch<<<1, 1>>>(out, 2);
    cudaUnbindTexture(line);
    cudaBindTexture(NULL, line, d_second, cudaCreateChannelDesc<float>(), sizeof second);
    fetch<<<1, 1>>>(out + 1, 3);
    cudaMallocPitch(&d_color, &pitch, sizeof color, 1);
    cudaMemcpy(d_color, &color, sizeof color, cudaMemcpyHostToDevice);
    cudaBindTexture2D(NULL, image, d_color, 1, 1, pitch);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaMallocArray(&array, &format, 2, 3);
    cudaMemcpy2DToArray(array, 0, 0, numbers, 8, 8, 3, cudaMemcpyHostToDevice);
    table.addressMode[0] = cudaAddressModeClamp;
    table.filterMode = cudaFilterModePoint;
    cudaBindTextureToArray(&table, array, &format);
    look<<<1, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g %g %g %.1f %d\n", host[0], host[1], host[2], host[3], red.texture);
    cudaUnbindTexture(line);
    cudaUnbindTexture(image);
    cudaUnbindTexture(table);
    cudaFreeArray(array);
    cudaFree(d_first);
    cudaFree(d_second);
    cudaFree(d_color);
    cudaFree(out);
    return 0;
}
