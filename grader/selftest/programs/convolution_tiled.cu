// The same in one dimension, where a block keeps a tile and its halo in shared memory; the
// width of the mask is the launch's.
// prints: first 6, middle 15, last 12
#include "check.cuh"
#include <vector>

enum { BLOCK = 128, MOST = 9 };
__constant__ float mask[MOST];

template <typename T> __global__ void convolve(const T *in, T *out, int n, int radius)
{
    extern __shared__ unsigned char bytes[];
    T *tile = reinterpret_cast<T *>(bytes);
    int first = blockIdx.x * BLOCK - radius;
    for (int t = threadIdx.x; t < BLOCK + 2 * radius; t += BLOCK)
        tile[t] = first + t >= 0 && first + t < n ? in[first + t] : T(0);
    __syncthreads();
    int i = blockIdx.x * BLOCK + threadIdx.x;
    T sum = 0;
    for (int k = 0; k <= 2 * radius; k++)
        sum += mask[k] * tile[threadIdx.x + k];
    if (i < n)
        out[i] = sum;
}

int main()
{
    const int n = 1000, radius = 2;
    float weights[2 * radius + 1] = {5, 4, 3, 2, 1};
    std::vector<float> in(n, 1.f), out(n);
    float *d_in = on_device(in.data(), n), *d_out = on_device(out.data(), n);
    CHECK(cudaMemcpyToSymbol(mask, weights, sizeof weights));
    convolve<float><<<(n + BLOCK - 1) / BLOCK, BLOCK, (BLOCK + 2 * radius) * sizeof(float)>>>(
        d_in, d_out, n, radius);
    to_host(out.data(), d_out, n);
    CHECK(cudaFree(d_in));
    printf("first %g, middle %g, last %g\n", out[0], out[n / 2], out[n - 1]);
    return 0;
}
