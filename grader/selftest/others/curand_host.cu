// cuRAND's generators of the host: the numbers of cuRAND 10, and what a kernel makes of them.
// prints: 253d5e15 245d7680 a93f9ac5 d115a128 0.246218622 0.38505438 0.428661197 1 3.15
#include <curand.h>
#include <stdio.h>

// How many points lie in the quarter of a circle.
__global__ void inside(const float *x, const float *y, int n, int *hits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] * x[i] + y[i] * y[i] < 1)
        atomicAdd(hits, 1);
}

// Numbers at one or two places of the first 65536 and those behind them, then a uniform one.
static float numbers(curandRngType_t type, const int (&places)[2])
{
    static unsigned whole[65544];
    float uniform;
    curandGenerator_t generator;
    curandCreateGeneratorHost(&generator, type);
    curandSetPseudoRandomGeneratorSeed(generator, 1234);
    curandGenerate(generator, whole, 65536);
    curandGenerate(generator, whole + 65536, 8);
    curandGenerateUniform(generator, &uniform, 1);
    for (int i = 0; i < 2 && places[i] >= 0; i++)
        printf("%08x ", whole[places[i]]);
    curandDestroyGenerator(generator);
    return uniform;
}

int main()
{
    const int n = 20000;
    float *points, first = numbers(CURAND_RNG_PSEUDO_DEFAULT, {0, 65536});
    float second = numbers(CURAND_RNG_PSEUDO_MRG32K3A, {8192, -1});
    float third = numbers(CURAND_RNG_PSEUDO_PHILOX4_32_10, {4, -1});
    int *d_hits, hits;
    curandGenerator_t generator, none;
    cudaMalloc(&points, 2 * n * sizeof *points);
    cudaMalloc(&d_hits, sizeof *d_hits);
    cudaMemset(d_hits, 0, sizeof *d_hits);
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
    curandGenerateUniform(generator, points, 2 * n);
    inside<<<(n + 255) / 256, 256>>>(points, points + n, n, d_hits);
    cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost);
    int odd = curandGenerateNormal(generator, points, 7, 0, 1);
    bool refused =
        odd == CURAND_STATUS_LENGTH_NOT_MULTIPLE &&
        curandCreateGenerator(&none, CURAND_RNG_QUASI_SOBOL64) != CURAND_STATUS_SUCCESS;
    printf("%.9g %.9g %.9g %d %.2f\n", first, second, third, refused, 4.0 * hits / n);
    curandDestroyGenerator(generator);
    cudaFree(points);
    cudaFree(d_hits);
    return 0;
}
