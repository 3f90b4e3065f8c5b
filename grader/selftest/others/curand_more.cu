// cuRAND in kernels: Poisson's numbers of small and large means, and pairs and fours.
// prints: 1 1 1 1 1 1
#include <curand_kernel.h>
#include <stdio.h>

// The sum and the sum of squares of 4096 numbers of this mean.
__global__ void poisson(double mean, double *sum)
{
    curandStatePhilox4_32_10_t state;
    curand_init(7, threadIdx.x, 0, &state);
    for (int i = 0; i < 32; i++) {
        double number = curand_poisson(&state, mean);
        atomicAdd(&sum[0], number);
        atomicAdd(&sum[1], number * number);
    }
}

// Pairs and fours are the numbers that come one by one.
__global__ void together(int *same)
{
    curandStatePhilox4_32_10_t one, four;
    curand_init(1, 2, 3, &one);
    curand_init(1, 2, 3, &four);
    double4 uniform = curand_uniform4_double(&four), normal = curand_normal4_double(&four);
    double2 first = curand_uniform2_double(&one), second = curand_uniform2_double(&one);
    same[0] = uniform.x == first.x && uniform.w == second.y;
    double2 pair = curand_normal2_double(&one);
    curand_normal2_double(&one);
    same[0] &= normal.x == pair.x && normal.y == pair.y;
    float2 logs = curand_log_normal2(&one, 1.0f, 2.0f);
    float4 four_logs = curand_log_normal4(&four, 1.0f, 2.0f);
    same[0] &= logs.x == four_logs.x && logs.y == four_logs.y && logs.x > 0;
    uint4 few = curand_poisson4(&four, 1e-9);
    same[0] &= few.x + few.y + few.z + few.w == 0;
}

int main()
{
    const double means[] = {0.5, 4, 63.5, 200, 5000};
    double *sum;
    int *same;
    cudaMallocManaged(&sum, 2 * sizeof *sum);
    cudaMallocManaged(&same, sizeof *same);
    for (double mean : means) {
        sum[0] = sum[1] = 0;
        poisson<<<1, 128>>>(mean, sum);
        cudaDeviceSynchronize();
        double average = sum[0] / 4096, variance = sum[1] / 4096 - average * average;
        printf("%d ", fabs(average - mean) < 4 * sqrt(mean / 4096) &&
                          fabs(variance / mean - 1) < 0.15);
    }
    together<<<1, 1>>>(same);
    cudaDeviceSynchronize();
    printf("%d\n", *same);
    cudaFree(sum);
    cudaFree(same);
    return 0;
}
