// Lab 08, for `make bench`: products with large matrices by cuSPARSE.
// Libraries: cusparse
#include "vendor_csr.h"

#include <climits>

#define BLOCK_SIZE 256

// ---- matrices ------------------------------------------------------------------------------

// Names that only this file asks for, where a task's arrays have CSR's names for another
// format.
static const struct names public_names = {"starts", "col", "value"};
static const struct names own_names = {"csr_starts", "csr_col", "csr_value"};

static void prepare_even(void)
{
    make_matrix(public_names, MATRIX_ROWS, std::vector<int>(MATRIX_ROWS, 32));
}

static void prepare_power_law(void)
{
    make_matrix(public_names, MATRIX_ROWS, power_law(MATRIX_ROWS, MATRIX_NNZ, 1000000));
}

// As many entries as an int can count: rows and entries together are more.
#define FAR_ROWS (1 << 24)

static std::vector<int> far_lengths(void)
{
    std::vector<int> lengths(FAR_ROWS, 128);
    lengths.back()--;
    return lengths;
}

static void prepare_far(void)
{
    make_matrix(public_names, MATRIX_ROWS, far_lengths());
}

// Columns of a mesh: near the diagonal, and so in the cache.
__global__ void band_kernel(struct csr a, int width, int *col)
{
    long long k = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (k < a.nnz)
        col[k] = (int)((k / width + 3 * (k % width)) % a.cols);
}

#define BAND_ROWS 20000003
#define BAND_WIDTH 5

static void prepare_banded(void)
{
    make_matrix(public_names, BAND_ROWS, std::vector<int>(BAND_ROWS, BAND_WIDTH));
    band_kernel<<<blocks_for(matrix.nnz, BLOCK_SIZE), BLOCK_SIZE>>>(matrix, BAND_WIDTH,
                                                                    (int *)matrix.d_col);
    CHECK(cudaGetLastError());
}

// ---- other formats -------------------------------------------------------------------------

// Thread i stores place i of an ELL matrix with `width` places a row.
__global__ void ell_kernel(struct csr a, int width, int *col, float *value)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)a.rows * width)
        return;
    int row = (int)(i % a.rows), k = a.d_starts[row] + (int)(i / a.rows);
    bool padding = k >= a.d_starts[row + 1];
    col[i] = padding ? -1 : a.d_col[k];
    value[i] = padding ? 0 : a.d_value[k];
}

static void make_ell(int width)
{
    size_t places = (size_t)matrix.rows * width;
    ell_kernel<<<blocks_for(places, BLOCK_SIZE), BLOCK_SIZE>>>(
        matrix, width, ints("col", places), floats("value", places));
    CHECK(cudaGetLastError());
    bench_number("width", width);
}

static void prepare_ell(void)
{
    make_matrix(own_names, MATRIX_ROWS, std::vector<int>(MATRIX_ROWS, 32));
    make_ell(32);
}

// Rows of 0, 1, ... `longest` entries in turn. Many, so that rows * 32 is no int.
#define RAGGED_ROWS 70000000

static std::vector<int> ragged(int longest)
{
    std::vector<int> lengths(RAGGED_ROWS);
    for (int row = 0; row < RAGGED_ROWS; row++)
        lengths[row] = row % (longest + 1);
    return lengths;
}

static void prepare_far_ell(void)
{
    make_matrix(own_names, MATRIX_ROWS, ragged(32));
    make_ell(32);
}

// Thread i stores what row i has beyond the first `width` entries, from `to[i]` on.
__global__ void rest_kernel(struct csr a, int width, const int *to, int *row, int *col,
                            float *value)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= a.rows)
        return;
    int k = a.d_starts[i] + width;
    for (int at = to[i]; k < a.d_starts[i + 1]; at++, k++) {
        row[at] = (int)i;
        col[at] = a.d_col[k];
        value[at] = a.d_value[k];
    }
}

// Entries beyond the first `width` of each row, as COO in three arrays; gives their count.
static int make_rest(const std::vector<int> &lengths, int width, struct names names)
{
    std::vector<int> to(lengths.size() + 1, 0);
    for (size_t row = 0; row < lengths.size(); row++)
        to[row + 1] = to[row] + std::max(0, lengths[row] - width);
    int *d_to = ints("rest_starts", to.size()), count = to.back();
    CHECK(cudaMemcpy(d_to, to.data(), to.size() * sizeof(int), cudaMemcpyHostToDevice));
    rest_kernel<<<blocks_for(matrix.rows, BLOCK_SIZE), BLOCK_SIZE>>>(
        matrix, width, d_to, ints(names.starts, count), ints(names.col, count),
        floats(names.value, count));
    CHECK(cudaGetLastError());
    return count;
}

static const struct names coo_names = {"row", "col", "value"};
static const struct names rest_names = {"rest_row", "rest_col", "rest_value"};

static void make_coo(const std::vector<int> &lengths)
{
    make_matrix(own_names, MATRIX_ROWS, lengths);
    make_rest(lengths, 0, coo_names);
}

static void prepare_coo(void)
{
    make_coo(power_law(MATRIX_ROWS, MATRIX_NNZ, 1000000));
}

static void prepare_far_coo(void)
{
    make_coo(far_lengths());
}

static void make_hybrid(const std::vector<int> &lengths)
{
    make_matrix(own_names, MATRIX_ROWS, lengths);
    make_ell(32);
    bench_number("rest_nnz", make_rest(lengths, 32, rest_names));
}

static void prepare_hybrid(void)
{
    make_hybrid(power_law(MATRIX_ROWS, MATRIX_NNZ, 1000000));
}

static void prepare_far_hybrid(void)
{
    make_hybrid(ragged(39));
}

// Thread i copies the section's row i, which is row[first_row + i] of the matrix.
__global__ void section_kernel(struct csr a, struct section s, const int *row, int *col,
                               float *value)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= s.rows)
        return;
    int k = a.d_starts[row[s.first_row + i]];
    for (int n = 0; n < s.length; n++) {
        col[s.first_entry + n * s.rows + i] = a.d_col[k + n];
        value[s.first_entry + n * s.rows + i] = a.d_value[k + n];
    }
}

// The sections of rows in this order, longest first.
static std::vector<struct section> sections_of(const std::vector<int> &order,
                                               const std::vector<int> &lengths)
{
    std::vector<struct section> sections;
    for (int i = 0, entry = 0; i < (int)order.size(); i++) {
        int length = lengths[order[i]];
        if (sections.empty() || sections.back().length != length)
            sections.push_back({i, 0, length, entry});
        sections.back().rows++;
        entry += length;
    }
    return sections;
}

#define JDS_LONGEST 1000   // a section is a launch: no more than a thousand of them
#define JDS_NNZ (23 << 22) // 23 a row: about what the law gives

static void make_jds(const std::vector<int> &lengths)
{
    make_matrix(own_names, MATRIX_ROWS, lengths);
    std::vector<int> order(matrix.rows);
    for (int i = 0; i < matrix.rows; i++)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](int one, int other) { return lengths[one] > lengths[other]; });
    std::vector<struct section> sections = sections_of(order, lengths);
    size_t bytes = sections.size() * sizeof(struct section);
    std::copy(sections.begin(), sections.end(),
              (struct section *)bench_host_array("sections", bytes));
    bench_number("section_count", (int64_t)sections.size());
    int *d_row = ints("row", matrix.rows), *d_col = ints("col", matrix.nnz);
    float *d_value = floats("value", matrix.nnz);
    CHECK(cudaMemcpy(d_row, order.data(), matrix.rows * sizeof(int), cudaMemcpyHostToDevice));
    for (struct section s : sections)
        section_kernel<<<blocks_for(s.rows, BLOCK_SIZE), BLOCK_SIZE>>>(matrix, s, d_row, d_col,
                                                                       d_value);
    CHECK(cudaGetLastError());
}

static void prepare_jds(void)
{
    make_jds(power_law(MATRIX_ROWS, JDS_NNZ, JDS_LONGEST));
}

static void prepare_far_jds(void)
{
    make_jds(far_lengths());
}

// ---- what is right -------------------------------------------------------------------------

// For the largest matrices, which cuSPARSE need not be trusted with. In the others some rows
// are too long for one thread.
static double *right;

static void forget_right(void)
{
    CHECK(cudaFree(right));
    right = NULL;
}

// Thread i computes y[i].
__global__ void multiply_exactly(struct csr a, const float *x, double *y)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= (size_t)a.rows)
        return;
    double sum = 0;
    for (size_t k = a.d_starts[row]; k < (size_t)a.d_starts[row + 1]; k++)
        sum += (double)a.d_value[k] * x[a.d_col[k]];
    y[row] = sum;
}

static const double *exact(void)
{
    right = (double *)bench_memory(matrix.rows * sizeof(double));
    multiply_exactly<<<blocks_for(matrix.rows, BLOCK_SIZE), BLOCK_SIZE>>>(
        matrix, (float *)bench_get("x"), right);
    CHECK(cudaGetLastError());
    return right;
}

// ---- what any product has to do ------------------------------------------------------------

// Columns, values and gathers alone: thread i takes every entry i + s * threads, AT_ONCE of
// them underway, and stores one sum of all, whatever rows they are in. So y is wrong; no right
// product that gathers x from memory's cache can be faster.
__global__ void gather_alone(struct csr a, const float *x, float *y)
{
    const int AT_ONCE = 8;
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    float sum = 0;
    for (size_t from = thread; from < (size_t)a.nnz; from += (size_t)AT_ONCE * threads) {
        int col[AT_ONCE];
        float value[AT_ONCE];
#pragma unroll
        for (int s = 0; s < AT_ONCE; s++) {
            size_t k = from + (size_t)s * threads;
            bool there = k < (size_t)a.nnz;
            col[s] = there ? __ldcs(&a.d_col[k]) : 0;
            value[s] = there ? __ldcs(&a.d_value[k]) : 0;
        }
#pragma unroll
        for (int s = 0; s < AT_ONCE; s++)
            sum += value[s] * x[col[s]];
    }
    y[thread] = sum;
}

static void without_rows(void)
{
    int device, multiprocessors;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    gather_alone<<<multiprocessors * 8, BLOCK_SIZE>>>(matrix, (float *)bench_get("x"),
                                                      (float *)bench_get("y"));
    CHECK(cudaGetLastError());
}

// ---- cuSPARSE ------------------------------------------------------------------------------

#if __has_include(<cusparse.h>)
static void vendor_coo(void)
{
    if (!handle) {
        make_vectors();
        cusparseCreateCoo(&sparse, matrix.rows, matrix.cols, matrix.nnz, bench_get("row"),
                          bench_get("col"), bench_get("value"), CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
        choose_of(CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMV_COO_ALG2);
    }
    run_algorithm();
}
#endif

static const char rows[] = "spmv_csr spmv_fast", csr[] = "cuSPARSE CSR", coo[] = "cuSPARSE COO";

// 8 bytes an entry: its column and its value. x and y come to little, if x stays in the cache.
// A plain sum of a million floats is right to some 1e-5, one of 128 to 128 roundings.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "4 Mi rows of 32", .tasks = rows,
     .vendor_name = csr, .ceiling = BENCH_READ, .amount = 8.0 * MATRIX_NNZ,
     .prepare = prepare_even, .vendor = CUSPARSE(vendor_csr), .release = CUSPARSE(forget),
     .tolerance = 3e-4},
    {.name = "4 Mi rows, power law", .tasks = rows,
     .vendor_name = csr, .ceiling = BENCH_READ, .amount = 8.0 * MATRIX_NNZ,
     .prepare = prepare_power_law, .vendor = CUSPARSE(vendor_csr), .release = CUSPARSE(forget),
     .tolerance = 3e-4},
    {.name = "4 Mi rows of 32, without the rows", .tasks = "spmv_fast",
     .vendor_name = "columns, values and gathers alone", .ceiling = BENCH_READ,
     .amount = 8.0 * MATRIX_NNZ,
     .prepare = prepare_even, .vendor = without_rows, .release = forget_right, .exact = exact,
     .tolerance = 3e-4},
    {.name = "20000003 rows of 5, banded", .tasks = rows,
     .vendor_name = csr, .ceiling = BENCH_READ, .amount = 8.0 * BAND_ROWS * BAND_WIDTH,
     .prepare = prepare_banded, .vendor = CUSPARSE(vendor_csr), .release = CUSPARSE(forget),
     .tolerance = 3e-4},
    {.name = "16 Mi rows of 128, 2^31 - 1 entries", .tasks = rows,
     .ceiling = BENCH_READ, .amount = 8.0 * INT_MAX,
     .prepare = prepare_far, .release = forget_right, .exact = exact, .tolerance = 1e-5},
    {.name = "ELL: 4 Mi rows of 32", .tasks = "spmv_ell",
     .vendor_name = csr, .ceiling = BENCH_READ, .amount = 8.0 * MATRIX_NNZ,
     .prepare = prepare_ell, .vendor = CUSPARSE(vendor_csr), .release = CUSPARSE(forget),
     .tolerance = 3e-4},
    {.name = "ELL: 70 million rows of up to 32, beyond 2^31 places", .tasks = "spmv_ell",
     .ceiling = BENCH_READ, .amount = 8.0 * 16 * RAGGED_ROWS,
     .prepare = prepare_far_ell, .release = forget_right, .exact = exact, .tolerance = 1e-5},
    {.name = "COO: 4 Mi rows, power law", .tasks = "spmv_coo",
     .vendor_name = coo, .ceiling = BENCH_READ, .amount = 8.0 * MATRIX_NNZ,
     .prepare = prepare_coo, .vendor = CUSPARSE(vendor_coo), .release = CUSPARSE(forget),
     .tolerance = 3e-4},
    {.name = "COO: 16 Mi rows of 128, 2^31 - 1 entries", .tasks = "spmv_coo",
     .ceiling = BENCH_READ, .amount = 8.0 * INT_MAX,
     .prepare = prepare_far_coo, .release = forget_right, .exact = exact, .tolerance = 1e-5},
    {.name = "ELL and COO: 4 Mi rows, power law", .tasks = "spmv_hybrid",
     .vendor_name = csr, .ceiling = BENCH_READ, .amount = 8.0 * MATRIX_NNZ,
     .prepare = prepare_hybrid, .vendor = CUSPARSE(vendor_csr), .release = CUSPARSE(forget),
     .tolerance = 3e-4},
    {.name = "ELL and COO: 70 million rows of up to 39, beyond 2^31 places",
     .tasks = "spmv_hybrid",
     .ceiling = BENCH_READ, .amount = 8.0 * 19.5 * RAGGED_ROWS,
     .prepare = prepare_far_hybrid, .release = forget_right, .exact = exact, .tolerance = 1e-5},
    {.name = "JDS: 4 Mi rows, power law to 1000", .tasks = "spmv_jds",
     .vendor_name = csr, .ceiling = BENCH_READ, .amount = 8.0 * JDS_NNZ,
     .prepare = prepare_jds, .vendor = CUSPARSE(vendor_csr), .release = CUSPARSE(forget),
     .tolerance = 3e-4},
    {.name = "JDS: 16 Mi rows of 128, 2^31 - 1 entries", .tasks = "spmv_jds",
     .ceiling = BENCH_READ, .amount = 8.0 * INT_MAX,
     .prepare = prepare_far_jds, .release = forget_right, .exact = exact, .tolerance = 1e-5},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
