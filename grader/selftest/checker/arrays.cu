// Arrays of a thread and of a block: structures and blocks of memory that are copied, and
// shared arrays that are told apart by name and by kernel.
#include "case.h"

enum { N = 256 };

// --- memory of a lane's own ------------------------------------------------------------------

__device__ __noinline__ void swap(int *a, int *b)
{
    int value = *a;
    *a = *b;
    *b = value;
}

__global__ void local_arrays_kernel(const int *in, int *out)
{
    int own[16];
    for (int i = 0; i < 16; i++)
        own[i] = in[(threadIdx.x + i) % N];
    for (int i = 0; i < 15; i++)
        swap(&own[i], &own[(i * 7 + threadIdx.x) % 16]);
    out[threadIdx.x] = own[threadIdx.x % 16];
}

CASE(local_arrays, "")
{
    local_arrays_kernel<<<1, N>>>(numbers("in", N), nothing("out", N));
}

/* Copies of structures and of blocks of memory are accesses too. */
struct record {
    int key;
    char name[13];
    double value;
};

__global__ void records_kernel(const record *in, record *out, int shift)
{
    out[threadIdx.x] = in[(threadIdx.x + shift) % 32]; // @record
}

CASE(structures, "")
{
    records_kernel<<<1, 32>>>((const record *)numbers("in", N), (record *)nothing("out", N), 1);
}

CASE(structures_in_place, "race @record")
{
    record *d_records = (record *)numbers("records", N);
    records_kernel<<<1, 32>>>(d_records, d_records, 1);
}

__global__ void block_copy_kernel(const char *in, char *out, int bytes)
{
    memcpy(out + threadIdx.x * 64, in + threadIdx.x * 64, bytes); // @memcpy
}

CASE(memory_copied_in_a_kernel, "")
{
    block_copy_kernel<<<1, 16>>>((char *)numbers("in", N), (char *)nothing("out", N), 64);
}

CASE(too_much_copied_in_a_kernel,
     "out-of-bounds read of in[256], which has 256 elements: @memcpy "
     "| out-of-bounds write to out[256]")
{
    block_copy_kernel<<<1, 16>>>((char *)numbers("in", N), (char *)nothing("out", N), 72);
}

/* A compiler knows what blocks of a size that it is told are, and might write them in line. */
__global__ void cleared_block_kernel(int *out)
{
    memset(out + threadIdx.x * 4, 0, 4 * sizeof *out); // @memset
}

__global__ void read_kernel(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

CASE(small_block_cleared, "")
{
    int *d_out = nothing("out", N);
    cleared_block_kernel<<<1, N / 4>>>(d_out);
    read_kernel<<<1, N>>>(d_out, nothing("copy", N));
}

CASE(small_block_cleared_beyond, "out-of-bounds write to out[32], which has 32 elements: "
                                 "@memset by thread 8 of block 0 (and 3 more places)")
{
    cleared_block_kernel<<<1, 9>>>(nothing("out", 32));
}

CASE(small_block_cleared_after_free, "use-after-free @memset by thread")
{
    int *d_out = nothing("out", 32);
    CHECK(cudaFree(d_out));
    cleared_block_kernel<<<1, 8>>>(d_out);
}

static int of_the_host[N];

CASE(small_block_cleared_on_the_host, "host-pointer write of 4 bytes at @memset")
{
    cleared_block_kernel<<<1, 8>>>(of_the_host);
}

__global__ void cleared_bins_kernel(const int *in, int *out, bool waits)
{
    __shared__ int bins[16];
    int own[4];
    if (threadIdx.x == 0)
        memset(bins, 0, sizeof bins); // @clear_bins
    memset(own, 0, sizeof own);
    own[threadIdx.x % 4]++;
    if (waits)
        __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 16], own[threadIdx.x % 3]); // @add_to_bins
    __syncthreads();
    if (threadIdx.x < 16)
        out[threadIdx.x] = bins[threadIdx.x];
}

CASE(bins_cleared_as_a_block, "")
{
    cleared_bins_kernel<<<2, N>>>(numbers("in", N), nothing("out", 2 * N), true);
}

CASE(bins_cleared_as_a_block_without_barrier,
     "race shared memory, bins[0]: write @clear_bins by thread 0 of block 0, atomic "
     "@add_to_bins by thread 16 of block 0 (and 15 more pairs")
{
    cleared_bins_kernel<<<1, N>>>(numbers("in", N), nothing("out", N), false);
}

__global__ void small_copy_kernel(const char *in, char *out)
{
    memcpy(out + threadIdx.x * 3, in + threadIdx.x * 3, 3); // @small_copy
}

CASE(small_blocks_copied, "")
{
    small_copy_kernel<<<1, 9>>>((const char *)numbers("in", 7), (char *)nothing("out", 7));
}

CASE(small_blocks_copied_beyond, "out-of-bounds write to out[12], which has 12 elements: "
                                 "@small_copy by thread 8 of block 0")
{
    small_copy_kernel<<<1, 9>>>((const char *)numbers("in", 7), (char *)nothing("out", 6));
}

/* A race in a word of one array says nothing of the word before in the array whose name comes
 * next. */
__global__ void neighbouring_names_kernel(int *out)
{
    __shared__ int as[N], bs[N];
    int t = threadIdx.x;
    if (t >= 8)
        bs[t] = 0;
    __syncthreads();
    int early = bs[t];                // @unwritten_bs
    as[t] = t;                        // @write_as
    out[t] = early + as[(t + 1) % N]; // @read_as
}

CASE(
    arrays_of_neighbouring_names,
    "race shared memory, as[0]: write @write_as by thread 0 of block 0, read @read_as by "
    "thread 255 of block 0 (and 255 more pairs | uninitialised read of bs[0] in shared memory, "
    "which nothing has written: @unwritten_bs by thread 0 of block 0 (and 7 more places)")
{
    neighbouring_names_kernel<<<1, N>>>(nothing("out", N));
}

__global__ void racing_names_kernel(int *out)
{
    __shared__ int as[N], bs[N];
    int t = threadIdx.x;
    as[t] = bs[t] = t;                          // @write_both
    out[t] = as[(t + 1) % N] + bs[(t + 1) % N]; // @read_both
}

CASE(races_in_neighbouring_names,
     "race as[0]: write @write_both | race bs[0]: write @write_both")
{
    racing_names_kernel<<<1, N>>>(nothing("out", N));
}

/* The symbol of an array of a template has the arguments in it. */
template <int SIDE, class T> __global__ void template_kernel(T *out, int beyond)
{
    __shared__ T a_tile[SIDE][SIDE];
    int t = threadIdx.x;
    a_tile[t / SIDE][t % SIDE] = 1;
    __syncthreads();
    out[t] = a_tile[SIDE - 1][t % SIDE + beyond]; // @beyond_tile
    if (t < 3) {
        __shared__ T a_tile[3];
        a_tile[t + beyond] = 2; // @beyond_inner
    }
}

CASE(arrays_of_a_template, "")
{
    template_kernel<16, int><<<1, 256>>>(nothing("out", 256), 0);
    template_kernel<8, float><<<1, 64>>>((float *)nothing("out", 256), 0);
}

CASE(beyond_arrays_of_a_template,
     "out-of-bounds read of a_tile[256], which has 256 elements: @beyond_tile | out-of-bounds "
     "write to a_tile[3], which has 3 elements: @beyond_inner")
{
    template_kernel<16, int><<<1, 256>>>(nothing("out", 256), 1);
}

/* No code writes it: no compiler may say that it holds zeros. */
__global__ void never_written_kernel(int *out, int from)
{
    __shared__ int tile[N];
    out[threadIdx.x] = tile[threadIdx.x + from]; // @never_written
}

CASE(never_written,
     "uninitialised read of tile[0] in shared memory, which nothing has written: "
     "@never_written by thread 0 of block 0 (and 255 more places)")
{
    never_written_kernel<<<1, N>>>(nothing("out", N), 0);
}

CASE(never_written_beyond, "out-of-bounds read of tile[256], which has 256 elements: "
                           "@never_written by thread 0 of block 0 (and 7 more places)")
{
    never_written_kernel<<<1, 8>>>(nothing("out", N), N);
}

// --- whose shared memory ---------------------------------------------------------------------

__shared__ int at_file[32];

__device__ int turned(int value)
{
    __shared__ int of_function[32];
    int t = threadIdx.x;
    of_function[t] = value;
    __syncthreads();
    int other = of_function[31 - t];
    __syncthreads();
    return other;
}

__global__ void first_sharing_kernel(int *out)
{
    __shared__ int own[32];
    int t = threadIdx.x;
    at_file[t] = own[t] = t;
    __syncthreads();
    out[t] = turned(at_file[31 - t] + own[31 - t]);
}

template <class T> __global__ void second_sharing_kernel(T *out)
{
    __shared__ T own[32], more[32];
    int t = threadIdx.x;
    at_file[t] = own[t] = more[t] = 2 * t;
    __syncthreads();
    out[t] = turned(at_file[31 - t] + own[31 - t] + more[t]);
}

static __global__ void third_sharing_kernel(int *out)
{
    __shared__ int own[32];
    own[threadIdx.x] = 1;
    out[threadIdx.x] = own[threadIdx.x];
}

static __global__ void third_sharing_kernel(float *out)
{
    __shared__ float own[32];
    own[threadIdx.x] = 1;
    out[threadIdx.x] = own[threadIdx.x];
}

CASE(kernels_take_turns, "")
{
    void (*chosen)(int *) = second_sharing_kernel<int>;
    int *d_out = nothing("out", 32);
    for (int i = 0; i < 2; i++) {
        first_sharing_kernel<<<1, 32>>>(d_out);
        second_sharing_kernel<<<1, 32>>>((float *)d_out);
        chosen<<<1, 32>>>(d_out);
        third_sharing_kernel<<<1, 32>>>(d_out);
        third_sharing_kernel<<<1, 32>>>((float *)d_out);
    }
}

__global__ void another_kernel(size_t *out)
{
    __shared__ int large[4096];
    large[threadIdx.x] = 1;
    *out = (size_t)large;
}

/* So far beyond its array that it is in one of another kernel. */
__global__ void far_kernel(const size_t *other, int *out)
{
    __shared__ int near[64];
    near[0] = 1;
    out[0] = near[((long long)*other - (long long)near) / 4]; // @far
}

CASE(in_the_array_of_another_kernel, "out-of-bounds @far by thread 0 of block 0")
{
    size_t *d_other = (size_t *)nothing("other", 2);
    another_kernel<<<1, 1>>>(d_other);
    far_kernel<<<1, 1>>>(d_other, nothing("out", 1));
}

/* ptxas adds up what stands in a kernel. */
template <int BYTES> __global__ void half_and_half_kernel(char *out)
{
    __shared__ char left[BYTES / 2], right[BYTES / 2];
    left[threadIdx.x] = right[threadIdx.x] = 1;
    out[threadIdx.x] = left[threadIdx.x] + right[threadIdx.x];
}

static void expect_launch(cudaError_t error)
{
    if (cudaGetLastError() != error)
        abort();
}

CASE(as_much_static_shared_memory_as_there_is, "")
{
    char *d_out = (char *)nothing("out", 8);
    cudaFuncAttributes attributes;
    half_and_half_kernel<48 * 1024><<<1, 32>>>(d_out);
    expect_launch(cudaSuccess);
    half_and_half_kernel<40 * 1024><<<1, 32, 8 * 1024>>>(d_out);
    expect_launch(cudaSuccess);
    CHECK(cudaFuncGetAttributes(&attributes, (const void *)half_and_half_kernel<40 * 1024>));
    if (attributes.sharedSizeBytes != 40 * 1024)
        abort();
}

CASE(more_static_shared_memory_than_there_is, "")
{
    char *d_out = (char *)nothing("out", 8);
    half_and_half_kernel<48 * 1024 + 2><<<1, 32>>>(d_out);
    expect_launch(cudaErrorInvalidValue);
    half_and_half_kernel<40 * 1024><<<1, 32, 8 * 1024 + 1>>>(d_out);
    expect_launch(cudaErrorInvalidValue);
}

// --- shares of threads -----------------------------------------------------------------------

__global__ void two_a_thread_kernel(int *out)
{
    out[threadIdx.x] = threadIdx.x;          // @first_of_two
    out[threadIdx.x + 1] = threadIdx.x + 90; // @second_of_two
}

CASE(
    shares_that_overlap,
    "race global memory, out[1]: write @first_of_two by thread 1 of block 0, write "
    "@second_of_two by thread 0 of block 0 (and 30 more pairs of these lines); two lines write "
    "the same element: do two threads' shares overlap?")
{
    two_a_thread_kernel<<<1, 32>>>(nothing("out", 33));
}
