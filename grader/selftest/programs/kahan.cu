// A matrix product whose sums are compensated, against double. The volatile keeps a compiler
// that may reorder from doing so.
// prints: max relative error below 1.2e-07: yes
#include "check.cuh"
#include <algorithm>
#include <cmath>
#include <vector>

const int N = 96;

__device__ float product(const float *row, const float *col, int n)
{
    float sum = 0, lost = 0;
    for (int k = 0; k < n; k++) {
        float term = row[k] * col[k * n] - lost;
        volatile float next = sum + term;
        volatile float added = next - sum;
        lost = added - term;
        sum = next;
    }
    return sum;
}

__global__ void multiply(const float *a, const float *b, float *c, int n, long long *ticks)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y,
        col = blockIdx.x * blockDim.x + threadIdx.x;
    long long start = clock64();
    if (row < n && col < n)
        c[row * n + col] = product(a + row * n, b + col, n);
    if (row == 0 && col == 0)
        *ticks = clock64() - start;
}

int main()
{
    std::vector<float> a(N * N), b(N * N), c(N * N);
    srand(1);
    std::generate(a.begin(), a.end(), [] { return rand() / (float)RAND_MAX; });
    std::generate(b.begin(), b.end(), [] { return rand() / (float)RAND_MAX; });
    float *d_a = on_device(&a[0], N * N), *d_b = on_device(&b[0], N * N),
          *d_c = on_device(&c[0], N * N);
    long long ticks = 0, *d_ticks = on_device(&ticks, 1);
    dim3 block(16, 16), grid((N + block.x - 1) / block.x, (N + block.y - 1) / block.y);
    multiply<<<grid, block>>>(d_a, d_b, d_c, N, d_ticks);
    to_host(&c[0], d_c, N * N);
    to_host(&ticks, d_ticks, 1);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    double worst = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double want = 0;
            for (int k = 0; k < N; k++)
                want += (double)a[i * N + k] * b[k * N + j];
            worst = std::max(worst, std::fabs(c[i * N + j] - want) / want);
        }
    printf("it took %s\n", ticks > 0 ? "some ticks" : "no time");
    printf("max relative error below 1.2e-07: %s\n", worst < 1.2e-7 ? "yes" : "no");
    return 0;
}
