// bug: no tile; a picture that fits into constant memory is read from there
// reason: technique
// says: sectors of 32 bytes from global memory for each output
// only: technique
#include "convolution.h"

enum { BLOCK = 16, ROOM = 16000 };

__constant__ float picture[ROOM];

__global__ void convolve(const float *in, const float *mask, float *out, int mask_width,
                         int width, int height)
{
    int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y;
    float sum = 0;
    if (x >= width || y >= height)
        return;
    for (int j = 0; j < mask_width; j++)
        for (int i = 0; i < mask_width; i++) {
            int u = x + i - mask_width / 2, v = y + j - mask_width / 2;
            if (u >= 0 && u < width && v >= 0 && v < height)
                sum += mask[j * mask_width + i] *
                       (in ? in[v * width + u] : picture[v * width + u]);
        }
    out[y * width + x] = sum;
}

EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height)
{
    size_t elements = (size_t)width * height;
    dim3 block(BLOCK, BLOCK), grid(blocks_for(width, BLOCK), blocks_for(height, BLOCK));
    if (elements == 0)
        return;
    if (elements <= ROOM)
        CHECK(cudaMemcpyToSymbol(picture, d_in, elements * sizeof(float), 0,
                                 cudaMemcpyDeviceToDevice));
    convolve<<<grid, block>>>(elements <= ROOM ? NULL : d_in, d_mask, d_out, mask_width, width,
                              height);
    CHECK(cudaGetLastError());
}
