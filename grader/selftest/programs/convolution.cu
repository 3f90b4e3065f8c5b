// Blurs a picture by a mask in constant memory; what lies outside is 0.
// prints: sum 68471, centre 25
#include "check.cuh"
#include <vector>

#define RADIUS 2
__constant__ float d_mask[2 * RADIUS + 1][2 * RADIUS + 1];

__global__ void convolve(const float *in, float *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x,
        row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height)
        return;
    float sum = 0;
    for (int y = -RADIUS; y <= RADIUS; y++)
        for (int x = -RADIUS; x <= RADIUS; x++)
            if (row + y >= 0 && row + y < height && col + x >= 0 && col + x < width)
                sum += d_mask[y + RADIUS][x + RADIUS] * in[(row + y) * width + col + x];
    out[row * width + col] = sum;
}

int main()
{
    const int width = 61, height = 47;
    std::vector<float> in(width * height, 1.f), out(width * height), mask(25, 1.f);
    float *d_in = on_device(in.data(), in.size()), *d_out = on_device(out.data(), out.size());
    CHECK(cudaMemcpyToSymbol(d_mask, mask.data(), 25 * sizeof(float)));
    convolve<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(d_in, d_out, width,
                                                                            height);
    to_host(out.data(), d_out, out.size());
    CHECK(cudaFree(d_in));
    double sum = 0;
    for (float value : out)
        sum += value;
    printf("sum %g, centre %g\n", sum, out[height / 2 * width + width / 2]);
    return 0;
}
