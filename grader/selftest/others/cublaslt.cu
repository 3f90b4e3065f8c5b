// cuBLASLt's product: turned operands, rows, a bias, ReLU, batches, in float and half.
// prints: 0 wrong
#include <cublasLt.h>
#include <cuda_fp16.h>
#include <stdio.h>

enum { M = 3, N = 4, K = 5, COUNT = 2 };
static cublasLtHandle_t handle;
static int wrong;

template <class T> static T *managed(int count, int seed)
{
    T *array;
    cudaMallocManaged(&array, (size_t)count * sizeof(T));
    for (int i = 0; i < count; i++)
        array[i] = T((float)((i * 7 + seed) % 11 - 5));
    return array;
}

static cublasLtMatrixLayout_t layout(cudaDataType type, int rows, int columns, bool by_rows)
{
    cublasLtMatrixLayout_t made;
    int order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL, count = COUNT;
    long long stride = rows * columns;
    cublasLtMatrixLayoutCreate(&made, type, rows, columns, by_rows ? columns : rows);
    cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
    cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                     sizeof count);
    cublasLtMatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride,
                                     sizeof stride);
    return made;
}

// Element (i, j) of a matrix that lies by rows or by columns.
static int at(int i, int j, int rows, int columns, bool by_rows)
{
    return by_rows ? i * columns + j : i + j * rows;
}

// D = max(2 A' B + C + bias, 0), all by rows or all by columns.
template <class T> static void check(cudaDataType type, bool by_rows)
{
    T *a = managed<T>(COUNT * K * M, 1), *b = managed<T>(COUNT * K * N, 2);
    T *c = managed<T>(COUNT * M * N, 3), *d = managed<T>(COUNT * M * N, 4);
    T *bias = managed<T>(M, 5);
    float alpha = 2, beta = 1;
    int turn = CUBLAS_OP_T, epilogue = CUBLASLT_EPILOGUE_RELU_BIAS, found;
    cublasLtMatmulDesc_t product;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t best;
    cublasLtMatrixLayout_t of_a = layout(type, K, M, by_rows),
                           of_b = layout(type, K, N, by_rows);
    cublasLtMatrixLayout_t of_c = layout(type, M, N, by_rows);

    cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &turn, sizeof turn);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                   sizeof epilogue);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias,
                                   sizeof bias);
    cublasLtMatmulPreferenceCreate(&preference);
    cublasLtMatmulAlgoGetHeuristic(handle, product, of_a, of_b, of_c, of_c, preference, 1,
                                   &best, &found);
    if (cublasLtMatmul(handle, product, &alpha, a, of_a, b, of_b, &beta, c, of_c, d, of_c,
                       &best.algo, NULL, 0, 0) != CUBLAS_STATUS_SUCCESS)
        wrong++;
    cudaDeviceSynchronize();
    for (int k = 0; k < COUNT; k++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                int place = k * M * N + at(i, j, M, N, by_rows);
                float want = (float)c[place] + (float)bias[i];
                for (int p = 0; p < K; p++)
                    want += 2 * (float)a[k * K * M + at(p, i, K, M, by_rows)] *
                            (float)b[k * K * N + at(p, j, K, N, by_rows)];
                wrong += (float)d[place] != (want > 0 ? want : 0);
            }
    cublasLtMatmulPreferenceDestroy(preference);
    cublasLtMatmulDescDestroy(product);
    for (cublasLtMatrixLayout_t made : {of_a, of_b, of_c})
        cublasLtMatrixLayoutDestroy(made);
    for (T *array : {a, b, c, d, bias})
        cudaFree(array);
}

int main()
{
    cublasLtCreate(&handle);
    for (bool by_rows : {false, true}) {
        check<float>(CUDA_R_32F, by_rows);
        check<__half>(CUDA_R_16F, by_rows);
    }
    cublasLtDestroy(handle);
    printf("%d wrong\n", wrong);
    return 0;
}
