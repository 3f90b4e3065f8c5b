// What a warp multiplies by <mma.h>, and what cuFFT transforms, equal plain sums; and headers
// of CUDA's libraries say that they have been read, as NVIDIA's samples ask.
//
// prints: products 0, transforms right
#include <cublas_v2.h>
#include <cufftXt.h>
#include <curand_kernel.h>
#include <math.h>
#include <mma.h>
#include <nvToolsExtCuda.h>
#include <stdio.h>
#if !defined CUBLAS_API_H_ || !defined _CUFFT_H_ || !defined CURAND_H_
#error "a header that helps with errors would not know these"
#endif
using namespace nvcuda;

template <class T> double as_number(T value)
{
    return (double)(float)value;
}

// A block's two warps compute 2 a b of M x N each, one below the other.
template <class T, class R, int M, int N, int K>
__global__ void multiply(const T *a, const T *b, R *c, int k)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major> in_a;
    wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major> in_b;
    wmma::fragment<wmma::accumulator, M, N, K, R> sum;
    int warp = threadIdx.x / 32;
    wmma::fill_fragment(sum, R(0.0f));
    for (int i = 0; i < k; i += K) {
        wmma::load_matrix_sync(in_a, a + warp * M * k + i, k);
        wmma::load_matrix_sync(in_b, b + i, k);
        wmma::mma_sync(sum, in_a, in_b, sum);
    }
    for (int e = 0; e < sum.num_elements; e++)
        sum.x[e] = sum.x[e] + sum.x[e];
    wmma::store_matrix_sync(c + warp * M * N, sum, N, wmma::mem_row_major);
}

template <class T, class R, int M, int N, int K> double wrong_products()
{
    const int m = 2 * M, k = 2 * K;
    T *a, *b;
    R *c;
    double wrong = 0;
    cudaMallocManaged(&a, m * k * sizeof *a);
    cudaMallocManaged(&b, N * k * sizeof *b);
    cudaMallocManaged(&c, m * N * sizeof *c);
    for (int i = 0; i < m * k; i++)
        a[i] = T((float)(i % 7 - 3));
    for (int i = 0; i < N * k; i++)
        b[i] = T((float)(i % 5 - 2));
    multiply<T, R, M, N, K><<<1, 64>>>(a, b, c, k);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < m * N; i++) {
        double sum = 0;
        for (int l = 0; l < k; l++)
            sum += as_number(a[i / N * k + l]) * as_number(b[i % N * k + l]);
        wrong += as_number(c[i]) != 2 * sum;
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return wrong;
}

// The largest difference of element u of n complex numbers' transform from its definition.
double error_of(const float *in, int n, int u, cufftComplex got)
{
    double x = 0, y = 0;
    for (int i = 0; i < n; i++) {
        double angle = -2 * M_PI * u * i / n;
        x += in[i] * cos(angle);
        y += in[i] * sin(angle);
    }
    return hypot(got.x - x, got.y - y);
}

// Two real lines of 30, beside each other or, in place, with room for their results; and back.
double wrong_transforms(bool in_place)
{
    const int n = 30, half = n / 2 + 1, line = in_place ? 2 * half : n;
    cufftComplex *d_out, got[2 * half];
    float *d_in, in[2 * line], back[2 * line];
    double worst = 0;
    cufftHandle there, again;
    for (int i = 0; i < 2 * line; i++)
        in[i] = i * 37 % 11 - 5;
    cudaMalloc(&d_out, sizeof got);
    if (in_place)
        d_in = (float *)d_out;
    else
        cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cufftPlan1d(&there, n, CUFFT_R2C, 2);
    cufftPlan1d(&again, n, CUFFT_C2R, 2);
    worst += cufftExecR2C(there, d_in, d_out);
    cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost);
    worst += cufftExecC2R(again, d_out, d_in);
    cudaMemcpy(back, d_in, sizeof back, cudaMemcpyDeviceToHost);
    for (int b = 0; b < 2; b++) {
        for (int u = 0; u < half; u++)
            worst = fmax(worst, error_of(in + b * line, n, u, got[b * half + u]));
        for (int i = 0; i < n; i++)
            worst = fmax(worst, fabs(back[b * line + i] / n - in[b * line + i]));
    }
    cufftDestroy(there);
    cufftDestroy(again);
    if (!in_place)
        cudaFree(d_in);
    cudaFree(d_out);
    return worst;
}

// What lies 2 x 3 in every other element of a larger array, transformed by the advanced layout:
// its first result is the sum, and what lies between is left alone.
double wrong_layout()
{
    cufftDoubleComplex *a;
    long long n[] = {2, 3}, embed[] = {2, 4};
    size_t bytes;
    cufftHandle plan;
    cudaMallocManaged(&a, 16 * sizeof *a);
    for (int i = 0; i < 16; i++)
        a[i] = make_cuDoubleComplex(i, 1);
    double sum = 0 + 2 + 4 + 8 + 10 + 12;
    cufftCreate(&plan);
    cufftXtMakePlanMany(plan, 2, n, embed, 2, 16, CUDA_C_64F, embed, 2, 16, CUDA_C_64F, 1,
                        &bytes, CUDA_C_64F);
    double wrong = cufftXtExec(plan, a, a, CUFFT_FORWARD);
    cudaDeviceSynchronize();
    wrong += fabs(a[0].x - sum) + fabs(a[0].y - 6) + fabs(a[6].x - 6) + fabs(a[13].x - 13);
    cufftDestroy(plan);
    cudaFree(a);
    return wrong;
}

int main()
{
    curandGenerator_t generator;
    bool ready =
        curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS;
    curandDestroyGenerator(generator);
    double products = wrong_products<half, float, 16, 16, 16>() +
                      wrong_products<half, half, 32, 8, 16>() +
                      wrong_products<__nv_bfloat16, float, 8, 32, 16>() +
                      wrong_products<signed char, int, 16, 16, 16>() +
                      wrong_products<double, double, 8, 8, 4>();
    double error = wrong_transforms(false) + wrong_transforms(true) + wrong_layout();
    printf("products %g, transforms %s\n", products, ready && error < 1e-4 ? "right" : "wrong");
    return 0;
}
