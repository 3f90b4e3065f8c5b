// Accesses that are wrong in themselves, and right ones that look like them.
#include "case.h"

enum { N = 256 };

// --- out of bounds
// --------------------------------------------------------------------------------

__global__ void fill_kernel(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i; // @fill
}

CASE(guarded, "")
{
    fill_kernel<<<4, N>>>(nothing("out", 992), 992);
}

CASE(no_guard,
     "out-of-bounds write to out[992], which has 992 elements: @fill by thread 224 of "
     "block 3 (and 31 more places)")
{
    fill_kernel<<<4, N>>>(nothing("out", 992), 1024);
}

/* As the runner does it: the array is a part of an allocation that goes on. */
CASE(array_ends_before_its_allocation,
     "out-of-bounds write to out[100], which has 100 elements: "
     "@fill by thread 100 of block 0 (and 3 more places)")
{
    int *d_blob;
    CHECK(cudaMalloc(&d_blob, 4096));
    CHECK(cudaMemset(d_blob, 0, 4096));
    simt_name_array(d_blob + 64, 100 * sizeof(int), "out");
    fill_kernel<<<1, N>>>(d_blob + 64, 104);
}

__global__ void halo_kernel(const int *in, int *out)
{
    int t = threadIdx.x;
    out[t] = in[t - 1] + in[t] + in[t + 1]; // @halo
}

CASE(index_minus_one,
     "out-of-bounds read of in[-1], which has 256 elements: @halo by thread 0 of "
     "block 0 (and 1 more places)")
{
    halo_kernel<<<1, N>>>(numbers("in", N), nothing("out", N));
}

__global__ void shared_neighbours_kernel(int *out, int last)
{
    __shared__ int first_array[32];
    __shared__ int second_array[32];
    int t = threadIdx.x;
    first_array[t] = 1;
    second_array[t] = 2;
    __syncthreads();
    if (t == 0)
        for (int i = 0; i <= last; i++)
            out[i] = first_array[i]; // @run
    if (last < 0)
        out[t] = second_array[t];
}

CASE(within_a_shared_array, "")
{
    shared_neighbours_kernel<<<1, 32>>>(nothing("out", 33), 31);
}

CASE(from_one_shared_array_into_the_next, "out-of-bounds read of first_array[32], which has 32 "
                                          "elements: @run by thread 0 of block 0")
{
    shared_neighbours_kernel<<<1, 32>>>(nothing("out", 33), 32);
}

__global__ void dynamic_kernel(int *out, int last)
{
    extern __shared__ int values[];
    int t = threadIdx.x;
    values[t] = t; // @given
    __syncthreads();
    if (t == 0)
        out[0] = values[last]; // @dynamic
}

CASE(within_dynamic_shared, "")
{
    dynamic_kernel<<<1, 32, 32 * sizeof(int)>>>(nothing("out", 1), 31);
}

CASE(beyond_dynamic_shared, "out-of-bounds read of dynamic_shared[32], which has 32 elements: "
                            "@dynamic by thread 0 of block 0")
{
    dynamic_kernel<<<1, 32, 32 * sizeof(int)>>>(nothing("out", 1), 32);
}

CASE(dynamic_shared_forgotten,
     "out-of-bounds write to dynamic_shared[0], which has 0 elements: @given by thread 0 of "
     "block 0 (and 31 more places); the launch gives extern __shared__ memory 0 bytes: is the "
     "third argument in its <<<...>>> right, in bytes? | out-of-bounds read of "
     "dynamic_shared[31]")
{
    dynamic_kernel<<<1, 32>>>(nothing("out", 1), 31);
}

// --- misaligned
// -------------------------------------------------------------------------------------

__global__ void cast_kernel(const char *bytes, int *out)
{
    out[threadIdx.x] = *(const int *)(bytes + 4 * threadIdx.x + 1); // @cast
}

CASE(misaligned, "misaligned read of 4 bytes at byte 1 of bytes, an address that is no "
                 "multiple of 4: @cast by thread 0 of block 0")
{
    cast_kernel<<<1, 8>>>((const char *)numbers("bytes", N), nothing("out", N));
}

__device__ int whole_word;
__device__ char four_bytes[8];

struct rgba {
    char r, g, b, a;
};

#pragma GCC diagnostic ignored "-Warray-bounds" // that is what it is about

__global__ void beside_variable_kernel(bool misses)
{
    if (misses)
        *(int *)((char *)&whole_word + 1) = 7; // @beside
    *(rgba *)(four_bytes + 1) = rgba{1, 2, 3, 4};
}

CASE(misaligned_variable,
     "misaligned write of 4 bytes at byte 1 of whole_word, an address that is "
     "no multiple of 4: @beside")
{
    beside_variable_kernel<<<1, 1>>>(true);
}

CASE(structure_without_alignment, "")
{
    beside_variable_kernel<<<1, 1>>>(false);
}

// --- lifetime
// ---------------------------------------------------------------------------------------

CASE(use_after_free, "use-after-free read of in[0] after it was freed")
{
    int *d_in = numbers("in", N), *d_out = nothing("out", N);
    CHECK(cudaFree(d_in));
    dynamic_kernel<<<1, 1, 64>>>(d_out, 0);
    cast_kernel<<<1, 1>>>((const char *)d_in - 1, d_out);
}

CASE(freed_and_allocated_again, "")
{
    int *d_out = nothing("out", N);
    CHECK(cudaFree(d_out));
    fill_kernel<<<1, N>>>(nothing("again", N), N);
}

CASE(double_free, "double-free memory.cu")
{
    int *d_out = nothing("out", N);
    CHECK(cudaFree(d_out));
    (void)cudaFree(d_out);
}

CASE(leak, "leak 1024 bytes allocated here are never freed")
{
    int *d_lost;
    CHECK(cudaMalloc(&d_lost, 1024)); // @lost
    fill_kernel<<<1, N>>>(d_lost, N);
}

CASE(no_leak, "")
{
    int *d_scratch;
    CHECK(cudaMalloc(&d_scratch, 1024));
    fill_kernel<<<1, N>>>(d_scratch, N);
    CHECK(cudaFree(d_scratch));
}

// --- uninitialised
// ------------------------------------------------------------------------------------

__global__ void copy_kernel(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x]; // @copy
}

CASE(uninitialised_global, "uninitialised read of in[0] in global memory, which nothing has "
                           "written: @copy by thread 0 of block 0 (and 255 more places)")
{
    copy_kernel<<<1, N>>>(nothing("in", N), nothing("out", N));
}

CASE(initialised_by_memset, "")
{
    int *d_in = nothing("in", N);
    CHECK(cudaMemset(d_in, 0, N * sizeof *d_in));
    copy_kernel<<<1, N>>>(d_in, nothing("out", N));
}

CASE(initialised_by_a_kernel, "")
{
    int *d_in = nothing("in", N);
    fill_kernel<<<1, N>>>(d_in, N);
    copy_kernel<<<1, N>>>(d_in, nothing("out", N));
}

CASE(half_initialised, "uninitialised read of in[128]")
{
    int *d_in = nothing("in", N);
    fill_kernel<<<1, N>>>(d_in, 128);
    copy_kernel<<<1, N>>>(d_in, nothing("out", N));
}

/* A byte of each word, or all but one. */
__global__ void fill_bytes_kernel(char *out, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[4 * threadIdx.x + i] = 1;
}

CASE(partly_initialised,
     "uninitialised read of in[0] in global memory, which nothing has written "
     "in full: @copy by thread 0 of block 0 (and 255 more places)")
{
    int *d_in = nothing("in", N);
    fill_bytes_kernel<<<1, N>>>((char *)d_in, 3);
    copy_kernel<<<1, N>>>(d_in, nothing("out", N));
}

CASE(initialised_by_bytes, "")
{
    int *d_in = nothing("in", N);
    fill_bytes_kernel<<<1, N>>>((char *)d_in, 4);
    copy_kernel<<<1, N>>>(d_in, nothing("out", N));
}

__global__ void shared_sum_kernel(int *out, int filled)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    if (t < filled)
        s[t] = t;
    __syncthreads();
    out[t] = s[t]; // @shared_read
}

CASE(initialised_shared, "")
{
    shared_sum_kernel<<<1, N>>>(nothing("out", N), N);
}

CASE(uninitialised_shared,
     "uninitialised read of s[200] in shared memory, which nothing has "
     "written: @shared_read by thread 200 of block 0 (and 55 more places)")
{
    shared_sum_kernel<<<1, N>>>(nothing("out", N), 200);
}

/* What one block has written is not there for the next. */
__global__ void first_block_fills_kernel(int *out)
{
    __shared__ int s;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        s = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = s; // @block_read
}

CASE(shared_of_another_block, "uninitialised read of s in shared memory, which nothing has "
                              "written: @block_read by thread 0 of block 1 (and 2 more places)")
{
    first_block_fills_kernel<<<4, 32>>>(nothing("out", 4));
}

// --- the other side's pointers
// ---------------------------------------------------------------------------

CASE(host_pointer,
     "host-pointer a kernel dereferences a host pointer: read of 4 bytes at @copy by "
     "thread 0 of block 0")
{
    static int host[N];
    int *on_heap = (int *)malloc(sizeof host);
    memset(on_heap, 0, sizeof host);
    copy_kernel<<<1, N>>>(on_heap, nothing("out", N));
    free(on_heap);
}

/* An index that is far too small leads to where nothing lies, of the host neither. */
CASE(far_before_all_arrays, "out-of-bounds which is in no array: @copy by thread")
{
    copy_kernel<<<1, N>>>(numbers("in", N) - (1ll << 31), nothing("out", N));
}

CASE(null_pointer, "out-of-bounds a null pointer: @copy")
{
    copy_kernel<<<1, N>>>(NULL, nothing("out", N));
}

static int host_array[N];

CASE(host_variable,
     "host-pointer a kernel dereferences a host pointer: read of 4 bytes at @copy")
{
    copy_kernel<<<1, N>>>(host_array, nothing("out", N));
}

CASE(device_pointer, "device-pointer host code dereferences a device pointer: read of in[5] at "
                     "@host_read")
{
    int *d_in = numbers("in", N);
    host_array[0] = d_in[5]; // @host_read
}

CASE(managed_memory, "")
{
    int *shared_by_both;
    CHECK(cudaMallocManaged(&shared_by_both, N * sizeof(int)));
    for (int i = 0; i < N; i++)
        shared_by_both[i] = i;
    copy_kernel<<<1, N>>>(shared_by_both, nothing("out", N));
    CHECK(cudaDeviceSynchronize());
    host_array[0] = shared_by_both[1];
    CHECK(cudaFree(shared_by_both));
}

// --- variables of the device
// ---------------------------------------------------------------------------------

__constant__ int weights[8], bias = 3;
static __device__ int counter, results[4];

__global__ void weigh_kernel(int *out)
{
    static const int table[4] = {1, 2, 3, 4};
    out[threadIdx.x] = weights[threadIdx.x] * bias + table[threadIdx.x % 4];
}

CASE(constant_memory, "")
{
    int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(cudaMemcpyToSymbol(weights, values, sizeof values));
    weigh_kernel<<<1, 8>>>(nothing("out", 8));
}

__global__ void device_variables_kernel(int index)
{
    atomicAdd(&counter, 1);
    results[index] = threadIdx.x; // @result
}

/* On a device the names stand for variables there, and host code has others of these names. */
static __managed__ int managed = 4;
static int plain[8];

CASE(variables_reached_by_the_host, "")
{
    int *d_results, read = 0;
    CHECK(cudaMemcpyToSymbol(counter, &plain[1], sizeof counter));
    CHECK(cudaMemcpyFromSymbol(&read, counter, sizeof counter));
    CHECK(cudaGetSymbolAddress((void **)&d_results, results));
    CHECK(cudaMemset(d_results, 0, sizeof results));
    for (unsigned i = 0; i < sizeof weights / sizeof *weights; i++)
        plain[i] = managed + read;
    managed = plain[0];
    device_variables_kernel<<<1, 1>>>(managed - 1);
}

CASE(variable_written_by_the_host,
     "device-pointer host code touches weights, a variable of the device: write at "
     "@host_write (and 7 more places); set it with cudaMemcpyToSymbol")
{
    for (int i = 0; i < 8; i++)
        weights[i] = plain[i]; // @host_write
}

CASE(variable_read_by_the_host,
     "device-pointer host code touches counter, a variable of the device: read at "
     "@host_reads; get its value with cudaMemcpyFromSymbol")
{
    device_variables_kernel<<<1, 1>>>(0);
    plain[0] = counter; // @host_reads
}

CASE(variable_copied_by_the_host,
     "device-pointer host code touches weights, a variable of the device: write at "
     "@host_copies | device-pointer host code touches results")
{
    memcpy(weights, plain, sizeof weights); // @host_copies
    memset(results, 0, sizeof results);
}

__global__ void write_constant_kernel(int value)
{
    weights[threadIdx.x] = value; // @constant
}

CASE(constant_write,
     "constant-write write to weights[0], which is __constant__: kernels may only "
     "read it: @constant by thread 0 of block 0 (and 7 more places)")
{
    write_constant_kernel<<<1, 8>>>(1);
}

CASE(device_variables, "")
{
    device_variables_kernel<<<1, 1>>>(3);
    device_variables_kernel<<<1, 1>>>(2);
}

CASE(race_in_a_device_variable, "race global memory, results[1]: write @result by thread 0 of "
                                "block 0, write @result by thread")
{
    device_variables_kernel<<<1, 8>>>(1);
}

// --- memory of a lane's own
// -------------------------------------------------------------------------------

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

CASE(small_block_cleared, "")
{
    int *d_out = nothing("out", N);
    cleared_block_kernel<<<1, N / 4>>>(d_out);
    copy_kernel<<<1, N>>>(d_out, nothing("copy", N));
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

CASE(small_block_cleared_on_the_host, "host-pointer write of 4 bytes at @memset")
{
    cleared_block_kernel<<<1, 8>>>(host_array);
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

// --- whose shared memory
// -------------------------------------------------------------------------------

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
