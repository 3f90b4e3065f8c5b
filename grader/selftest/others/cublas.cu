// cuBLAS, of numbers that are exact: each result beside the loop that defines it.
// prints: vectors 8 of 8, matrices 9 of 9, modes 4 of 4, typed 4 of 4
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>

enum { M = 5, N = 3, K = 4, LD = 7 };

static cublasHandle_t handle;
static int right, asked;

static void is(bool holds)
{
    right += holds;
    asked++;
}

static void tell(const char *what, const char *end)
{
    printf("%s %d of %d%s", what, right, asked, end);
    right = asked = 0;
}

// Managed, so that the host can look once it has waited: x[i] = first, first + 1, ...
template <class T> static T *numbers(int n, float first)
{
    T *x;
    cudaMallocManaged(&x, n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = T(first + i);
    return x;
}

static void vectors()
{
    float *x = numbers<float>(6, -4), *y = numbers<float>(6, 1), two = 2, sum, size, length;
    int most, least;
    cublasSdot(handle, 6, x, 1, y, 1, &sum);
    is(sum == -4 * 1 - 3 * 2 - 2 * 3 - 1 * 4 + 0 + 1 * 6);
    cublasSdot(handle, 3, x, -2, y, 1, &sum); // backwards: 0 -2 -4
    is(sum == 0 * 1 - 2 * 2 - 4 * 3);
    cublasSasum(handle, 6, x, 1, &size);
    cublasSnrm2(handle, 2, x, 1, &length);
    is(size == 11 && length == 5);
    cublasIsamax(handle, 6, x, 1, &most);
    cublasIsamin(handle, 6, x, 1, &least);
    is(most == 1 && least == 5);
    cublasSaxpy(handle, 3, &two, x, 2, y, 1); // -4 -2 0 to 1 2 3
    cublasSscal(handle, 2, &two, y + 4, 1);
    cudaDeviceSynchronize();
    is(y[0] == -7 && y[1] == -2 && y[2] == 3 && y[3] == 4);
    is(y[4] == 10 && y[5] == 12);
    cublasSswap(handle, 6, x, 1, y, 1);
    cublasScopy(handle, 1, x, 1, y + 5, 1);
    cudaDeviceSynchronize();
    is(x[0] == -7 && y[0] == -4 && y[5] == -7);
    float2 *z;
    cudaMallocManaged(&z, 2 * sizeof *z);
    z[0] = make_float2(1, 2), z[1] = make_float2(3, -1);
    cuComplex product;
    cublasCdotc(handle, 2, z, 1, z, 1, &product);
    is(product.x == 15 && product.y == 0);
    cudaFree(x), cudaFree(y), cudaFree(z);
}

// Element (i, j) of op(A), of columns LD apart.
template <class T> static T at(const T *a, cublasOperation_t operation, int i, int j)
{
    return operation == CUBLAS_OP_N ? a[i + j * LD] : a[j + i * LD];
}

// What lies between the columns is not touched; C is not read where beta is 0.
static bool multiplies(cublasOperation_t of_a, cublasOperation_t of_b, double beta)
{
    double *a = numbers<double>(LD * M, 1), *b = numbers<double>(LD * M, -7), *c, alpha = 2;
    bool same = true;
    cudaMallocManaged(&c, LD * N * sizeof *c);
    for (int i = 0; i < LD * N; i++)
        c[i] = beta == 0 ? NAN : i;
    cublasDgemm(handle, of_a, of_b, M, N, K, &alpha, a, LD, b, LD, &beta, c, LD);
    cudaDeviceSynchronize();
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            double sum = 0;
            for (int k = 0; k < K; k++)
                sum += at(a, of_a, i, k) * at(b, of_b, k, j);
            same = same && c[i + j * LD] == 2 * sum + (beta == 0 ? 0 : beta * (i + j * LD));
        }
    same = same && (beta == 0 ? isnan(c[M]) : c[M] == M);
    cudaFree(a), cudaFree(b), cudaFree(c);
    return same;
}

static void matrices()
{
    is(multiplies(CUBLAS_OP_N, CUBLAS_OP_N, 0));
    is(multiplies(CUBLAS_OP_T, CUBLAS_OP_N, 3));
    is(multiplies(CUBLAS_OP_N, CUBLAS_OP_T, 1));
    is(multiplies(CUBLAS_OP_C, CUBLAS_OP_T, 0));
    float *a = numbers<float>(6, 1), *x = numbers<float>(3, 1), *y = numbers<float>(3, 0);
    float one = 1, zero = 0, two = 2;
    cublasSgemv(handle, CUBLAS_OP_N, 2, 3, &one, a, 2, x, 1, &zero, y, 1); // 1 3 5; 2 4 6
    cublasSger(handle, 2, 3, &two, y, 1, x, 1, a, 2);
    cudaDeviceSynchronize();
    is(y[0] == 22 && y[1] == 28 && y[2] == 2);
    is(a[0] == 1 + 2 * 22 && a[5] == 6 + 2 * 28 * 3);
    __half *h = numbers<__half>(4, 1), h1 = 1, h0 = 0;
    float *wide = numbers<float>(4, 0);
    cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &h1, h, 2, h, 2, &h0, h, 2);
    cudaDeviceSynchronize();
    is((float)h[0] == 10 && (float)h[1] == 14 && (float)h[3] == 20); // 1 3; 2 4
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &one, h, CUDA_R_16F, 2, h,
                 CUDA_R_16F, 2, &zero, wide, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F,
                 CUBLAS_GEMM_DEFAULT);
    cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x, 1, 1, x, 1, 1,
                              &zero, wide + 1, 1, 1, 3);
    cudaDeviceSynchronize();
    is(wide[0] == 10 * 10 + 14 * 14);
    is(wide[1] == 1 && wide[2] == 4 && wide[3] == 9);
    cudaFree(a), cudaFree(x), cudaFree(y), cudaFree(h), cudaFree(wide);
}

__global__ void put(float *x, float value)
{
    *x = value;
}

// Numbers on the device, in the order of a stream; pointers on the device; what is refused.
static void modes()
{
    float *x = numbers<float>(4, 1), *number, **pointers, host[3] = {1, 2, 3}, back[3];
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&number, 2 * sizeof *number);
    cublasSetStream(handle, stream);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    put<<<1, 1, 0, stream>>>(number, 10);
    cublasSscal(handle, 4, number, x, 1);
    cublasSasum(handle, 4, x, 1, number + 1);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    cudaMemcpyAsync(back, number, 8, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    is(x[3] == 40 && back[1] == 100);
    float *both[2] = {x, x + 1}, one = 1, zero = 0;
    cudaMalloc(&pointers, sizeof both);
    cudaMemcpy(pointers, both, sizeof both, cudaMemcpyHostToDevice);
    cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, pointers, 1, pointers,
                       1, &zero, pointers, 1, 2);
    cudaStreamSynchronize(stream);
    is(x[0] == 100 && x[1] == 400 && x[2] == 30);
    cublasSetVector(2, sizeof(float), host + 1, 1, number, 1);
    cublasGetVector(2, sizeof(float), number, 1, back, 2);
    is(back[0] == 2 && back[2] == 3);
    is(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 1, 1, &one, x, 3, x, 1, &zero, x, 4) ==
           CUBLAS_STATUS_INVALID_VALUE &&
       cublasSscal(NULL, 1, &one, x, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
    cublasSetStream(handle, 0);
    cudaStreamDestroy(stream);
    cudaFree(x), cudaFree(number), cudaFree(pointers);
}

// Types that are told with the call: of half, by a float, and what does not go together.
static void typed()
{
    __half *x = numbers<__half>(3, 1), *y = numbers<__half>(3, 2), dot;
    cuDoubleComplex *z;
    float two = 2, length;
    double alpha = 2, size;
    cudaMallocManaged(&z, sizeof *z);
    *z = make_cuDoubleComplex(3, 4);
    cublasDotEx(handle, 3, x, CUDA_R_16F, 1, y, CUDA_R_16F, 1, &dot, CUDA_R_16F, CUDA_R_32F);
    is((float)dot == 20);
    cublasAxpyEx(handle, 3, &two, CUDA_R_32F, x, CUDA_R_16F, 1, y, CUDA_R_16F, 1, CUDA_R_32F);
    cublasScalEx(handle, 2, &two, CUDA_R_32F, x, CUDA_R_16F, 2, CUDA_R_32F);
    cublasNrm2Ex(handle, 1, y + 2, CUDA_R_16F, 1, &length, CUDA_R_32F, CUDA_R_32F);
    cublasNrm2Ex(handle, 1, z, CUDA_C_64F, 1, &size, CUDA_R_64F, CUDA_R_64F);
    cudaDeviceSynchronize();
    is((float)y[0] == 4 && (float)y[2] == 10 && (float)x[0] == 2 && (float)x[1] == 2 &&
       (float)x[2] == 6);
    is(length == 10 && size == 5);
    is(cublasScalEx(handle, 2, &alpha, CUDA_R_64F, x, CUDA_R_16F, 1, CUDA_R_32F) ==
       CUBLAS_STATUS_NOT_SUPPORTED);
    cudaFree(x), cudaFree(y), cudaFree(z);
}

int main()
{
    cublasCreate(&handle);
    vectors();
    tell("vectors", ", ");
    matrices();
    tell("matrices", ", ");
    modes();
    tell("modes", ", ");
    typed();
    tell("typed", "\n");
    cublasDestroy(handle);
    return 0;
}
