// What cuSPARSE's generic interface gives equals loops over the dense matrix: products, sampled
// ones, triangular systems, conversions, and vectors with few elements.
//
// prints: wrong: 0
#include <complex>
#include <cusparse.h>
#include <math.h>
#include <stdio.h>
#ifndef CUSPARSEAPI
#error "a header that helps with errors would not know it"
#endif

enum { N = 7 };
static cusparseHandle_t handle;
static int wrong;

template <class T> T *managed(int count)
{
    T *it;
    cudaMallocManaged(&it, count * sizeof *it);
    for (int i = 0; i < count; i++)
        it[i] = T();
    return it;
}

static void want(bool is_right, int line)
{
    if (!is_right)
        printf("line %d\n", line);
    wrong += !is_right;
}
#define WANT(is_right) want(is_right, __LINE__)
#define RUN(call) WANT((call) == CUSPARSE_STATUS_SUCCESS)

// A[i][j], by rows; its diagonal is never 0.
static double element(int i, int j)
{
    return i == j ? 4 + i : (i * 5 + j * 3) % 4 == 0 ? i - j / 2. : 0;
}

template <class T> struct matrix {
    T *values = managed<T>(N * N), *dense = managed<T>(N * N);
    int *offsets = managed<int>(N + 1), *columns = managed<int>(N * N);
    int count = 0, base;
    cusparseSpMatDescr_t descr;
    cusparseDnMatDescr_t all;

    matrix(cudaDataType type, int base = 0) : base(base)
    {
        for (int i = 0; i < N; i++) {
            offsets[i] = count + base;
            for (int j = 0; j < N; j++) {
                dense[i * N + j] = element(i, j);
                if (element(i, j) != 0) {
                    values[count] = element(i, j);
                    columns[count++] = j + base;
                }
            }
        }
        offsets[N] = count + base;
        RUN(cusparseCreateCsr(&descr, N, N, count, offsets, columns, values, CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_32I, (cusparseIndexBase_t)base, type));
        RUN(cusparseCreateDnMat(&all, N, N, N, dense, type, CUSPARSE_ORDER_ROW));
    }
    ~matrix()
    {
        RUN(cusparseDestroySpMat(descr));
        RUN(cusparseDestroyDnMat(all));
        cudaFree(values), cudaFree(dense), cudaFree(offsets), cudaFree(columns);
    }
};

template <class T> void products(cudaDataType type, double error)
{
    matrix<T> a(type, 1);
    T *x = managed<T>(N), *y = managed<T>(N), alpha = 2, beta = -1;
    cusparseDnVecDescr_t of_x, of_y;
    for (int turned = 0; turned < 2; turned++) {
        for (int i = 0; i < N; i++)
            x[i] = i - 2., y[i] = i;
        RUN(cusparseCreateDnVec(&of_x, N, x, type));
        RUN(cusparseCreateDnVec(&of_y, N, y, type));
        RUN(cusparseSpMV(handle, (cusparseOperation_t)turned, &alpha, a.descr, of_x, &beta,
                         of_y, type, CUSPARSE_SPMV_ALG_DEFAULT, NULL));
        cudaDeviceSynchronize();
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++)
                sum += (turned ? element(j, i) : element(i, j)) * (j - 2.);
            WANT(std::abs((std::complex<double>)y[i] - (2 * sum - i)) < error);
        }
        RUN(cusparseDestroyDnVec(of_x));
        RUN(cusparseDestroyDnVec(of_y));
    }
    cudaFree(x), cudaFree(y);
}

// C = A * B by columns, of which only what A has is taken as well.
static void with_matrices()
{
    matrix<float> a(CUDA_R_32F);
    float *c = managed<float>(N * N), *sampled = managed<float>(N * N), one = 1, none = 0;
    cusparseDnMatDescr_t of_c;
    cusparseSpMatDescr_t of_sampled;
    RUN(cusparseCreateDnMat(&of_c, N, N, N, c, CUDA_R_32F, CUSPARSE_ORDER_COL));
    RUN(cusparseCreateCsr(&of_sampled, N, N, a.count, a.offsets, a.columns, sampled,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                          CUDA_R_32F));
    RUN(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
                     &one, a.descr, a.all, &none, of_c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT,
                     NULL));
    RUN(cusparseSDDMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
                      &one, a.all, a.all, &none, of_sampled, CUDA_R_32F,
                      CUSPARSE_SDDMM_ALG_DEFAULT, NULL));
    cudaDeviceSynchronize();
    for (int i = 0, place = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += element(i, k) * element(j, k);
            WANT(c[i + j * N] == (float)sum);
            if (element(i, j) != 0)
                WANT(sampled[place++] == (float)sum);
        }
    RUN(cusparseDestroyDnMat(of_c));
    RUN(cusparseDestroySpMat(of_sampled));
    cudaFree(c), cudaFree(sampled);
}

// The system of each triangle, and of each turned round.
static void triangles()
{
    matrix<double> a(CUDA_R_64F);
    double *x = managed<double>(N), *y = managed<double>(N), one = 1;
    cusparseDnVecDescr_t of_x, of_y;
    cusparseSpSVDescr_t plan;
    RUN(cusparseCreateDnVec(&of_x, N, x, CUDA_R_64F));
    RUN(cusparseCreateDnVec(&of_y, N, y, CUDA_R_64F));
    RUN(cusparseSpSV_createDescr(&plan));
    for (int way = 0; way < 8; way++) {
        cusparseFillMode_t fill = way & 1 ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
        cusparseDiagType_t unit =
            way & 2 ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
        RUN(cusparseSpMatSetAttribute(a.descr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
        RUN(cusparseSpMatSetAttribute(a.descr, CUSPARSE_SPMAT_DIAG_TYPE, &unit, sizeof unit));
        for (int i = 0; i < N; i++)
            x[i] = i * i - 9;
        RUN(cusparseSpSV_solve(handle, (cusparseOperation_t)(way >> 2), &one, a.descr, of_x,
                               of_y, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, plan));
        cudaDeviceSynchronize();
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++) {
                int row = way & 4 ? j : i, column = way & 4 ? i : j;
                bool inside = way & 1 ? column > row : column < row;
                sum += y[j] * (i == j   ? way & 2 ? 1 : element(i, i)
                                 : inside ? element(row, column)
                                        : 0);
            }
            WANT(fabs(sum - x[i]) < 1e-9 * (1 + fabs(sum)));
        }
    }
    RUN(cusparseSpSV_destroyDescr(plan));
    RUN(cusparseDestroyDnVec(of_x));
    RUN(cusparseDestroyDnVec(of_y));
    cudaFree(x), cudaFree(y);
}

// A dense matrix made sparse, by columns or as a list, and back; and A turned round.
static void conversions(cusparseFormat_t format)
{
    matrix<float> a(CUDA_R_32F);
    float *back = managed<float>(N * N), *values = managed<float>(N * N);
    int *lines = managed<int>(N * N), *others = managed<int>(N * N);
    int64_t rows, columns, count;
    cusparseSpMatDescr_t made;
    cusparseDnMatDescr_t of_back;
    RUN(cusparseCreateDnMat(&of_back, N, N, N, back, CUDA_R_32F, CUSPARSE_ORDER_COL));
    if (format == CUSPARSE_FORMAT_CSC)
        RUN(cusparseCreateCsc(&made, N, N, 0, lines, NULL, NULL, CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F));
    else
        RUN(cusparseCreateCoo(&made, N, N, 0, lines, NULL, NULL, CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F));
    RUN(cusparseDenseToSparse_analysis(handle, a.all, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                       NULL));
    RUN(cusparseSpMatGetSize(made, &rows, &columns, &count));
    WANT(rows == N && columns == N && count == a.count);
    RUN(cusparseCscSetPointers(made, lines, others, values));
    RUN(cusparseDenseToSparse_convert(handle, a.all, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                      NULL));
    RUN(cusparseSparseToDense(handle, made, of_back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, NULL));
    RUN(cusparseDestroySpMat(made));
    RUN(cusparseCsr2cscEx2(handle, N, N, a.count, a.values, a.offsets, a.columns, values, lines,
                           others, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                           CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, NULL));
    cudaDeviceSynchronize();
    for (int j = 0, place = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            WANT(back[i + j * N] == (float)element(i, j));
            WANT(element(i, j) == 0 ||
                 (others[place] == i && values[place++] == element(i, j)));
        }
    RUN(cusparseDestroyDnMat(of_back));
    cudaFree(back), cudaFree(values), cudaFree(lines), cudaFree(others);
}

// C = A * A, of which only the call that computes knows how many elements it has.
static void squared()
{
    matrix<float> a(CUDA_R_32F);
    int *offsets = managed<int>(N + 1), *indices = managed<int>(N * N);
    float *values = managed<float>(N * N), one = 1, none = 0;
    int64_t rows, columns, count;
    size_t size;
    cusparseSpMatDescr_t c;
    cusparseSpGEMMDescr_t plan;
    const cusparseOperation_t as_it_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
    RUN(cusparseCreateCsr(&c, N, N, 0, offsets, NULL, NULL, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    RUN(cusparseSpGEMM_createDescr(&plan));
    RUN(cusparseSpGEMM_compute(handle, as_it_is, as_it_is, &one, a.descr, a.descr, &none, c,
                               CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, plan, &size, NULL));
    RUN(cusparseSpMatGetSize(c, &rows, &columns, &count));
    RUN(cusparseCsrSetPointers(c, offsets, indices, values));
    RUN(cusparseSpGEMM_copy(handle, as_it_is, as_it_is, &one, a.descr, a.descr, &none, c,
                            CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, plan));
    cudaDeviceSynchronize();
    WANT(offsets[N] == count);
    for (int i = 0; i < N; i++)
        for (int k = offsets[i]; k < offsets[i + 1]; k++) {
            double sum = 0;
            for (int j = 0; j < N; j++)
                sum += element(i, j) * element(j, indices[k]);
            WANT(values[k] == (float)sum && (k == offsets[i] || indices[k] > indices[k - 1]));
        }
    RUN(cusparseSpGEMM_destroyDescr(plan));
    RUN(cusparseDestroySpMat(c));
    cudaFree(offsets), cudaFree(indices), cudaFree(values);
}

static void few_elements()
{
    int *places = managed<int>(2);
    double *few = managed<double>(2), *y = managed<double>(N), a = 3, b = 2, dot = 0;
    cusparseSpVecDescr_t x;
    cusparseDnVecDescr_t of_y;
    places[0] = 1, places[1] = 5, few[0] = 10, few[1] = 20, y[1] = 1, y[5] = 2, y[6] = 4;
    RUN(cusparseCreateSpVec(&x, N, 2, places, few, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                            CUDA_R_64F));
    RUN(cusparseCreateDnVec(&of_y, N, y, CUDA_R_64F));
    RUN(cusparseAxpby(handle, &a, x, &b, of_y));
    RUN(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, x, of_y, &dot, CUDA_R_64F,
                     NULL));
    RUN(cusparseGather(handle, of_y, x));
    cudaDeviceSynchronize();
    WANT(y[1] == 32 && y[5] == 64 && y[6] == 8 && dot == 1600 && few[0] == 32 && few[1] == 64);
    places[1] = N; // it is no element of y
    WANT(cusparseScatter(handle, x, of_y) == CUSPARSE_STATUS_INVALID_VALUE);
    RUN(cusparseDestroySpVec(x));
    RUN(cusparseDestroyDnVec(of_y));
    cudaFree(places), cudaFree(few), cudaFree(y);
}

int main()
{
    RUN(cusparseCreate(&handle));
    products<float>(CUDA_R_32F, 1e-4);
    products<std::complex<double>>(CUDA_C_64F, 1e-12);
    with_matrices();
    triangles();
    conversions(CUSPARSE_FORMAT_CSC);
    conversions(CUSPARSE_FORMAT_COO);
    squared();
    few_elements();
    RUN(cusparseDestroy(handle));
    printf("wrong: %d\n", wrong);
    return 0;
}
