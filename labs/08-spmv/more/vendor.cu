// Lab 08, more, for `make bench`: products of matrices whose columns are in groups, beside
// cuSPARSE with the same matrices as CSR; and what it takes to make them of CSR, beside CUB's
// sort.
// Libraries: cusparse
#include "../vendor_csr.h"
#include "grouped.h"

#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#define CUB_IS_HERE 1
#else
#define CUB_IS_HERE 0
#endif

#define BLOCK_SIZE 256
#define RESERVED 4096 // bytes of shared memory for what a kernel has besides a group or a tile

// ---- the format ----------------------------------------------------------------------------

static struct grouped grouped; // the present work's

// What the device says of its shared memory, in floats, less what a kernel has besides.
static int floats_in(enum cudaDeviceAttr attribute, int share)
{
    int device, bytes;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&bytes, attribute, device));
    return (bytes / share - RESERVED) / (int)sizeof(float);
}

// A block has a group of x. Of the blocks that sum a multiprocessor is to have two, so that one
// loads while the other adds. Both sizes are at most what 16 bits count.
static void choose_sizes(void)
{
    int of_block = floats_in(cudaDevAttrMaxSharedMemoryPerBlockOptin, 1);
    int of_half = floats_in(cudaDevAttrMaxSharedMemoryPerMultiprocessor, 2);
    grouped = {matrix.rows, matrix.cols, matrix.nnz};
    grouped.group_cols = 65536;
    while (grouped.group_cols > of_block)
        grouped.group_cols /= 2;
    grouped.tile_entries = of_half < 65536 ? of_half / 4096 * 4096 : 65536;
    grouped.groups = (int)blocks_for(matrix.cols, grouped.group_cols);
    grouped.tiles = (int)blocks_for(matrix.nnz, grouped.tile_entries);
    bench_number("group_cols", grouped.group_cols);
    bench_number("groups", grouped.groups);
    bench_number("tile_entries", grouped.tile_entries);
    bench_number("tiles", grouped.tiles);
}

// ---- the format by a sort ------------------------------------------------------------------

// Room for the sort: entries' segments and numbers, as they are and sorted.
static unsigned *segments, *sorted_segments, *entries, *sorted_entries;
static void *workspace_of_sort;
static size_t bytes_of_sort;

// Thread k says in which segment entry k is.
__global__ void segments_kernel(struct csr a, struct grouped b, unsigned *segments,
                                unsigned *entries)
{
    size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= (size_t)a.nnz)
        return;
    segments[k] = a.d_col[k] / b.group_cols * b.tiles + (unsigned)(k / b.tile_entries);
    entries[k] = (unsigned)k;
}

// Thread i stores what comes i-th, and where the segments begin that end with the one before or
// have nothing between; the last thread those behind all entries.
__global__ void store_kernel(struct csr a, struct grouped b, const unsigned *segments,
                             const unsigned *entries)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)a.nnz)
        return;
    unsigned k = entries[i];
    b.d_col[i] = (unsigned short)(a.d_col[k] % b.group_cols);
    b.d_place[i] = (unsigned short)(k % b.tile_entries);
    b.d_value[i] = a.d_value[k];
    for (unsigned s = i > 0 ? segments[i - 1] + 1 : 0; s <= segments[i]; s++)
        b.d_begins[s] = (int)i;
    if (i + 1 == (size_t)a.nnz)
        for (unsigned s = segments[i] + 1; s <= (unsigned)b.groups * b.tiles; s++)
            b.d_begins[s] = a.nnz;
}

static void sort_entries(void)
{
#if CUB_IS_HERE
    int bits = 1;
    while (bits < 32 && (unsigned)grouped.groups * grouped.tiles >> bits)
        bits++;
    CHECK(cub::DeviceRadixSort::SortPairs(workspace_of_sort, bytes_of_sort, segments,
                                          sorted_segments, entries, sorted_entries, matrix.nnz,
                                          0, bits));
#endif
}

static void convert_by_sort(void)
{
    unsigned blocks = blocks_for(matrix.nnz, BLOCK_SIZE);
    segments_kernel<<<blocks, BLOCK_SIZE>>>(matrix, grouped, segments, entries);
    CHECK(cudaGetLastError());
    sort_entries();
    store_kernel<<<blocks, BLOCK_SIZE>>>(matrix, grouped, sorted_segments, sorted_entries);
    CHECK(cudaGetLastError());
}

static unsigned *words(size_t count)
{
    return (unsigned *)bench_memory(count * sizeof(unsigned));
}

static void make_room_for_sort(void)
{
    segments = words(matrix.nnz);
    sorted_segments = words(matrix.nnz);
    entries = words(matrix.nnz);
    sorted_entries = words(matrix.nnz);
    workspace_of_sort = NULL;
    sort_entries(); // without room it says how much it wants
    workspace_of_sort = bench_memory(bytes_of_sort);
}

static void forget_sort(void)
{
    unsigned **all[] = {&segments, &sorted_segments, &entries, &sorted_entries,
                        (unsigned **)&workspace_of_sort};
    for (unsigned **one : all) {
        CHECK(cudaFree(*one));
        *one = NULL;
    }
}

// ---- works ---------------------------------------------------------------------------------

static const struct names csr_names = {"starts", "csr_col", "csr_value"};

static std::vector<int> even_lengths(void)
{
    return std::vector<int>(MATRIX_ROWS, 32);
}

static std::vector<int> power_law_lengths(void)
{
    return power_law(MATRIX_ROWS, MATRIX_NNZ, 1000000);
}

static unsigned short *shorts(const char *name, size_t count)
{
    return (unsigned short *)bench_array(name, count * sizeof(unsigned short));
}

static void prepare_product(const std::vector<int> &lengths)
{
    make_matrix(csr_names, MATRIX_ROWS, lengths);
    choose_sizes();
    grouped.d_begins = ints("begins", (size_t)grouped.groups * grouped.tiles + 1);
    grouped.d_col = shorts("col", matrix.nnz);
    grouped.d_place = shorts("place", matrix.nnz);
    grouped.d_value = floats("value", matrix.nnz);
    make_room_for_sort();
    convert_by_sort();
    CHECK(cudaDeviceSynchronize());
    forget_sort();
    floats("product", matrix.nnz);
}

static void prepare_even(void)
{
    prepare_product(even_lengths());
}

static void prepare_power_law(void)
{
    prepare_product(power_law_lengths());
}

// Two numbers of 16 bits are compared as one of 32: there is an even number of them.
static void prepare_conversion(const std::vector<int> &lengths)
{
    make_csr(csr_names, MATRIX_ROWS, lengths);
    choose_sizes();
    size_t words = matrix.nnz / 2;
    grouped.d_begins =
        (int *)bench_output("begins", BENCH_INT, (size_t)grouped.groups * grouped.tiles + 1);
    grouped.d_col = (unsigned short *)bench_output("col", BENCH_INT, words);
    grouped.d_place = (unsigned short *)bench_output("place", BENCH_INT, words);
    grouped.d_value = (float *)bench_output("value", BENCH_FLOAT, matrix.nnz);
    make_room_for_sort();
}

static void prepare_even_conversion(void)
{
    prepare_conversion(even_lengths());
}

static void prepare_power_law_conversion(void)
{
    prepare_conversion(power_law_lengths());
}

static void forget_all(void)
{
    forget_sort();
#if __has_include(<cusparse.h>)
    forget();
#endif
}

static const char csr[] = "cuSPARSE CSR", sort[] = "CUB DeviceRadixSort";

// A product is told by the 8 bytes an entry that CSR takes, so that its rates are to be
// compared with those of the lab; a conversion reads these, and writes as many.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "columns in groups: 4 Mi rows of 32", .tasks = "spmv_grouped",
     .vendor_name = csr, .ceiling = BENCH_READ, .amount = 8.0 * MATRIX_NNZ,
     .prepare = prepare_even, .vendor = CUSPARSE(vendor_csr), .release = forget_all,
     .tolerance = 3e-4},
    {.name = "columns in groups: 4 Mi rows, power law", .tasks = "spmv_grouped",
     .vendor_name = csr, .ceiling = BENCH_READ, .amount = 8.0 * MATRIX_NNZ,
     .prepare = prepare_power_law, .vendor = CUSPARSE(vendor_csr), .release = forget_all,
     .tolerance = 3e-4},
    {.name = "from CSR to columns in groups: 4 Mi rows of 32", .tasks = "csr_to_grouped",
     .vendor_name = sort, .ceiling = BENCH_COPY, .amount = 16.0 * MATRIX_NNZ,
     .prepare = prepare_even_conversion, .vendor = convert_by_sort, .release = forget_all},
    {.name = "from CSR to columns in groups: 4 Mi rows, power law", .tasks = "csr_to_grouped",
     .vendor_name = sort, .ceiling = BENCH_COPY, .amount = 16.0 * MATRIX_NNZ,
     .prepare = prepare_power_law_conversion, .vendor = convert_by_sort, .release = forget_all},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
