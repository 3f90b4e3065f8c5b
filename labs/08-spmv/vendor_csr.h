// What vendor.cu of lab 08 and that of its tasks without points are both made of: matrices as
// CSR, and their product by cuSPARSE.
#ifndef VENDOR_CSR_H
#define VENDOR_CSR_H

#include "bench.h"
#include "spmv.h"

#include <algorithm>
#include <cmath>
#include <vector>

#if __has_include(<cusparse.h>)
#include <cusparse.h>
#define CUSPARSE(run) run
#else
#define CUSPARSE(run) NULL
#endif

#define MATRIX_ROWS (1 << 22)
#define MATRIX_NNZ (1 << 27) // 32 a row on average

// The present work's matrix. Every work has it as CSR, for cuSPARSE to work on, and in the
// format of its task.
static struct csr matrix;

static float *floats(const char *name, size_t count)
{
    return (float *)bench_array(name, count * sizeof(float));
}

static int *ints(const char *name, size_t count)
{
    return (int *)bench_array(name, count * sizeof(int));
}

// ---- matrices ------------------------------------------------------------------------------

// Names of the three arrays, as call.c asks for them, or for the present work alone.
struct names {
    const char *starts, *col, *value;
};

// A matrix with rows of these lengths, columns and values at random, and its numbers.
static void make_csr(struct names names, int cols, const std::vector<int> &lengths)
{
    std::vector<int> starts(lengths.size() + 1, 0);
    for (size_t row = 0; row < lengths.size(); row++)
        starts[row + 1] = starts[row] + lengths[row];
    int rows = (int)lengths.size(), nnz = starts[rows];
    int *d_starts = ints(names.starts, starts.size()), *d_col = ints(names.col, nnz);
    float *d_value = floats(names.value, nnz);
    CHECK(cudaMemcpy(d_starts, starts.data(), starts.size() * sizeof(int),
                     cudaMemcpyHostToDevice));
    bench_fill_ints(d_col, nnz, 0, cols);
    bench_fill_floats(d_value, nnz, 0, 1);
    bench_number("rows", rows);
    bench_number("cols", cols);
    bench_number("nnz", nnz);
    matrix = {rows, cols, nnz, d_starts, d_col, d_value};
}

// With x and y.
static void make_matrix(struct names names, int cols, const std::vector<int> &lengths)
{
    make_csr(names, cols, lengths);
    bench_fill_floats(floats("x", cols), cols, 0, 1);
    bench_output("y", BENCH_FLOAT, matrix.rows);
}

// Lengths of Pareto's law with the exponent 1.2: most rows have 6 to 10 entries, one in a
// thousand 2000 and more, and the longest about `longest`. Rows in turn get or lose an entry
// until all together have `nnz`.
static std::vector<int> power_law(int rows, int nnz, int longest)
{
    std::vector<float> uniform(rows);
    float *d_uniform = floats("uniform", rows);
    bench_fill_floats(d_uniform, rows, 0, 1);
    CHECK(cudaMemcpy(uniform.data(), d_uniform, rows * sizeof(float), cudaMemcpyDeviceToHost));
    std::vector<int> lengths(rows);
    long long missing = nnz;
    for (int row = 0; row < rows; row++) {
        lengths[row] = (int)std::min((double)longest, 5.5 * pow(1 - uniform[row], -1 / 1.2));
        missing -= lengths[row];
    }
    for (int row = 0; missing != 0; row = (row + 1) % rows) {
        int step = missing > 0 ? 1 : lengths[row] > 0 ? -1 : 0;
        lengths[row] += step;
        missing -= step;
    }
    return lengths;
}

// ---- cuSPARSE ------------------------------------------------------------------------------

#if __has_include(<cusparse.h>)
static cusparseHandle_t handle;
static cusparseSpMatDescr_t sparse;
static cusparseDnVecDescr_t x_vector, y_vector;
static cusparseSpMVAlg_t algorithm;
static void *workspace;

static void run_algorithm(void)
{
    const float one = 1, zero = 0;
    cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, sparse, x_vector, &zero,
                 y_vector, CUDA_R_32F, algorithm, workspace);
}

// The library may look at the matrix beforehand, as long as it likes.
static void choose(cusparseSpMVAlg_t to_run)
{
    const float one = 1, zero = 0;
    size_t bytes = 0;
    algorithm = to_run;
    cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, sparse, x_vector,
                            &zero, y_vector, CUDA_R_32F, algorithm, &bytes);
    CHECK(cudaFree(workspace));
    workspace = NULL;
    workspace = bench_memory(bytes);
    cusparseSpMV_preprocess(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, sparse, x_vector,
                            &zero, y_vector, CUDA_R_32F, algorithm, workspace);
}

// The fastest of five runs.
static float milliseconds(void)
{
    cudaEvent_t start, stop;
    float best = 1e9;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    for (int run = 0; run < 5; run++) {
        float time;
        CHECK(cudaEventRecord(start));
        run_algorithm();
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&time, start, stop));
        best = std::min(best, time);
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    return best;
}

// Whichever of the two is faster on this matrix.
static void choose_of(cusparseSpMVAlg_t one, cusparseSpMVAlg_t other)
{
    choose(one);
    float time_of_one = milliseconds();
    choose(other);
    if (time_of_one < milliseconds())
        choose(one);
}

static void make_vectors(void)
{
    cusparseCreate(&handle);
    cusparseCreateDnVec(&x_vector, matrix.cols, bench_get("x"), CUDA_R_32F);
    cusparseCreateDnVec(&y_vector, matrix.rows, bench_get("y"), CUDA_R_32F);
}

static void vendor_csr(void)
{
    if (!handle) { // the first run, which is not timed
        make_vectors();
        cusparseCreateCsr(&sparse, matrix.rows, matrix.cols, matrix.nnz,
                          (void *)matrix.d_starts, (void *)matrix.d_col, (void *)matrix.d_value,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                          CUDA_R_32F);
        choose_of(CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2);
    }
    run_algorithm();
}

static void forget(void)
{
    if (!handle)
        return;
    cusparseDestroySpMat(sparse);
    cusparseDestroyDnVec(x_vector);
    cusparseDestroyDnVec(y_vector);
    cusparseDestroy(handle);
    CHECK(cudaFree(workspace));
    handle = NULL;
    workspace = NULL;
}
#endif

#endif
