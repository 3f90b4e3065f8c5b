// Lab 07, worked: prefix sums of rows in two ways, and in two dimensions.
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

// ---- scan_rows_kogge_stone -----------------------------------------------------------------

// Kogge and Stone's scan: returns the sum of the values of threads 0 to t. To be called by all
// threads of a block, at most SECTION of them, any number.
//
// After the step with a stride, place t holds the sum of the 2 * stride values that end there,
// or of all if there are fewer. Each of the log2(n) steps adds for nearly every place.
static __device__ int scan_block(int value)
{
    __shared__ int sums[SECTION];
    unsigned t = threadIdx.x;
    sums[t] = value;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads(); // the sums of the step before are complete
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads(); // all have read them: they may be overwritten
        sums[t] += before;
    }
    return sums[t]; // no barrier: a thread's own place
}

// Block r scans row r, thread t has its element t. The launch must provide exactly `width`
// threads a block, so that nothing needs a guard.
__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    size_t i = (size_t)blockIdx.x * width + threadIdx.x;
    out[i] = scan_block(in[i]);
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    kogge_stone_kernel<<<rows, width>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}

// ---- scan_rows_brent_kung ------------------------------------------------------------------

// Where the tree's place i lies. Working places are a power of two apart, and so would share a
// few of the 32 banks; with a place left free after each 32 they spread over all of them.
#define AT(i) ((i) + (i) / 32)

// Up the tree: afterwards the last place of each run of 2, 4, 8, ... places (aligned to its
// length) holds the run's sum. The k-th thread serves the k-th run, so that the threads that
// work are neighbours.
static __device__ void add_up(int sums[AT(SECTION)])
{
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads(); // the sums of the step before, or the loads, are complete
        int last = (threadIdx.x + 1) * 2 * stride - 1;
        if (last < SECTION)
            sums[AT(last)] += sums[AT(last - stride)];
    }
}

// Down again: the last place of a run has the sum of everything up to it, and hands it to the
// middle of the run that follows, which so far has the sum of its half run only. The first
// stride is a quarter: the middle of the whole section has its sum already.
static __device__ void hand_down(int sums[AT(SECTION)])
{
    for (int stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads(); // the step before is complete
        int last = (threadIdx.x + 1) * 2 * stride - 1;
        if (last + stride < SECTION)
            sums[AT(last + stride)] += sums[AT(last)];
    }
}

// Block r scans row r, which has at most SECTION elements; a thread loads and stores two. The
// launch must provide BLOCK_SIZE threads a block. 1023 additions on the way up and 1013 on the
// way down, where Kogge and Stone make 9217.
__global__ void brent_kung_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[AT(SECTION)];
    size_t start = (size_t)blockIdx.x * width;
    for (int col = threadIdx.x; col < SECTION; col += BLOCK_SIZE)
        sums[AT(col)] = col < width ? in[start + col] : 0; // what is missing adds nothing
    add_up(sums);
    hand_down(sums);
    __syncthreads(); // a thread stores what others have summed
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        out[start + col] = sums[AT(col)];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    brent_kung_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}

// ---- prefix_sum_2d -------------------------------------------------------------------------

#define FIELD_BLOCK 256 // threads of a block that scans a row of any width
#define NEIGHBOURS 4    // elements of a row that a thread has
#define AHEAD 32        // elements of a column that a thread loads before it needs the first

// Block r scans row r, of any width, FIELD_BLOCK * NEIGHBOURS elements at a time. A thread sums
// its neighbours by itself, so that the barriers of scan_block() serve four times as many
// elements. What the sections so far have summed up to is carried on into the next one.
__global__ void scan_rows_kernel(const int *in, int *out, int width)
{
    __shared__ int last_sum;
    size_t start = (size_t)blockIdx.x * width, section = FIELD_BLOCK * NEIGHBOURS;
    int carry = 0;
    for (size_t first = 0; first < (size_t)width; first += section) {
        size_t col = first + threadIdx.x * NEIGHBOURS;
        int sums[NEIGHBOURS], sum = 0;
        for (int k = 0; k < NEIGHBOURS; k++)
            sums[k] = sum += col + k < (size_t)width ? in[start + col + k] : 0;
        int before = carry + scan_block(sum) - sum;
        for (int k = 0; k < NEIGHBOURS; k++)
            if (col + k < (size_t)width)
                out[start + col + k] = before + sums[k];
        // Only here may it be overwritten: the barriers of scan_block() lie behind its readers.
        if (threadIdx.x == FIELD_BLOCK - 1)
            last_sum = before + sum;
        __syncthreads(); // the carry is there
        carry = last_sum;
    }
}

// Thread t scans column t in place. Neighbouring threads have neighbouring columns, so each row
// is read and written in whole; and no two threads need each other. There are few threads, so
// each has AHEAD loads on their way at once: with one, the memory would be idle most of the
// time.
__global__ void scan_columns_kernel(int *sums, int rows, int width)
{
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= (size_t)width)
        return;
    int sum = 0;
    for (size_t row = 0; row < (size_t)rows; row += AHEAD) {
        int x[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            x[k] = row + k < (size_t)rows ? sums[(row + k) * width + col] : 0;
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (row + k < (size_t)rows)
                sums[(row + k) * width + col] = sum += x[k];
    }
}

// Two launches, for the columns need all rows: within one launch no block may wait for others.
EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_rows_kernel<<<rows, FIELD_BLOCK>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
    scan_columns_kernel<<<blocks_for(width, 128), 128>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
}
