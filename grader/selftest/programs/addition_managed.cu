// Adds two vectors in managed memory by a grid of fixed size, and takes the time.
// prints: max error 0
#include "check.cuh"
#include <math.h>

__global__ void add(int n, const float *x, float *y)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] += x[i];
}

int main(void)
{
    int n = 1 << 17;
    float *x, *y, milliseconds, error = 0;
    cudaEvent_t start, stop;
    CHECK(cudaMallocManaged(&x, n * sizeof(float)));
    CHECK(cudaMallocManaged(&y, n * sizeof(float)));
    for (int i = 0; i < n; i++)
        x[i] = 1, y[i] = 2;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    add<<<32, 256>>>(n, x, y);
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    for (int i = 0; i < n; i++)
        error = fmaxf(error, fabsf(y[i] - 3));
    printf("it took time: %s\n", milliseconds >= 0 ? "yes" : "no");
    printf("max error %g\n", error);
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    return 0;
}
