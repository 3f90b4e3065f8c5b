// Adds two vectors, one thread an element.
// prints: 0 of 100003 sums are wrong
#include "check.cuh"
#include <vector>

__global__ void add(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    const int n = 100003, block = 256;
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 2 * i;
    float *d_a = on_device(a.data(), n), *d_b = on_device(b.data(), n), *d_c;
    CHECK(cudaMalloc(&d_c, n * sizeof(float)));
    add<<<(n + block - 1) / block, block>>>(d_c, d_a, d_b, n);
    to_host(c.data(), d_c, n);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += c[i] != 3.f * i;
    printf("%d of %d sums are wrong\n", wrong, n);
    return wrong != 0;
}
