// Accesses that are wrong in themselves, and right ones that look like them.
#include "case.h"

enum { N = 256 };

// --- out of bounds ---------------------------------------------------------------------------

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

/* Its first elements lie inside. */
__global__ void quads_kernel(const int4 *in, int4 *out, int quads)
{
    int i = threadIdx.x;
    if (i < quads)
        out[i] = in[i]; // @quads
}

CASE(whole_quads, "")
{
    quads_kernel<<<1, N>>>((const int4 *)numbers("in", 254), (int4 *)nothing("out", 256), 63);
}

CASE(last_quad_is_cut, "out-of-bounds read of 16 bytes at byte 1008 of in, which has 1016 "
                       "bytes: @quads by thread 63 of "
                       "block 0; the last elements may be fewer than a vector takes")
{
    quads_kernel<<<1, N>>>((const int4 *)numbers("in", 254), (int4 *)nothing("out", 256), 64);
}

__global__ void wide_kernel(long long *out)
{
    out[threadIdx.x] = 1; // @wide
}

CASE(room_for_narrower_elements,
     "out-of-bounds write to 8 bytes at byte 8 of allocation 1, which has "
     "12 bytes: @wide by thread 1 of block 0; does the line need a guard for "
     "the index, or is the array too small? cudaMalloc() counts bytes")
{
    long long *d_wide;
    CHECK(cudaMalloc(&d_wide, 3 * sizeof(int)));
    wide_kernel<<<1, 2>>>(d_wide);
    CHECK(cudaFree(d_wide));
}

__global__ void halo_kernel(const int *in, int *out)
{
    int t = threadIdx.x;
    out[t] = in[t - 1] + in[t] + in[t + 1]; // @halo
}

CASE(index_minus_one,
     "out-of-bounds read of in[-1], which has 256 elements: @halo by thread 0 of "
     "block 0 (and 1 more place)")
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

// --- misaligned ------------------------------------------------------------------------------

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

// --- lifetime --------------------------------------------------------------------------------

CASE(use_after_free, "use-after-free read of in[0] after it was freed")
{
    int *d_in = numbers("in", N), *d_out = nothing("out", N);
    CHECK(cudaFree(d_in));
    dynamic_kernel<<<1, 1, 64>>>(d_out, 0);
    cast_kernel<<<1, 1>>>((const char *)d_in - 1, d_out);
}

__global__ void count_kernel(int *counter)
{
    atomicAdd(counter, 1);
}

CASE(counted_after_free, "use-after-free atomic on in[0] after it was freed")
{
    int *d_in = numbers("in", N);
    CHECK(cudaFree(d_in));
    count_kernel<<<1, 1>>>(d_in);
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

// --- uninitialised ---------------------------------------------------------------------------

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

/* An exchange needs no value there, unless it is done until it gives one. */
__global__ void exchange_kernel(int *flags, int tries)
{
    for (int i = 0; i < tries && atomicExch(&flags[threadIdx.x], 1) != 0; i++) { // @try
    }
}

CASE(initialised_by_an_exchange, "")
{
    int *d_flags = nothing("flags", N);
    exchange_kernel<<<1, N>>>(d_flags, 1);
    copy_kernel<<<1, N>>>(d_flags, nothing("out", N));
}

CASE(uninitialised_lock, "uninitialised read of lock in global memory, which nothing has "
                         "written: @try by thread 0 of block 0")
{
    exchange_kernel<<<1, 1>>>(nothing("lock", 1), 3);
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

/* A thread whose neighbour's place nobody has loaded moves it up all the same. */
__global__ void planes_kernel(const int *in, int *out, int planes, int used)
{
    __shared__ int below[32], here[32];
    int t = threadIdx.x;
    if (t < used)
        here[t] = in[t];
    for (int i = 1; i < planes; i++) {
        below[t] = here[t];
        if (t < used)
            here[t] = in[i * 32 + t];
        __syncthreads();
        if (t < used)
            out[i * 32 + t] = below[t] + here[t];
        __syncthreads();
    }
}

CASE(copies_of_unwritten, "")
{
    planes_kernel<<<2, 32>>>(numbers("in", 4 * 32), nothing("out", 4 * 32), 4, 30);
}

__global__ void copied_kernel(int *out, int how)
{
    __shared__ int first[32], second[32], third[32];
    int t = threadIdx.x;
    if (t < 30)
        first[t] = t;
    __syncthreads();
    if (how == 0)
        second[t] = first[t]; // @made_a_copy
    else
        second[t] = first[t] + 1; // @made_a_sum
    __syncthreads();
    third[t] = second[t];
    __syncthreads();
    out[t] = third[31 - t];
}

CASE(copy_of_unwritten_is_used, "uninitialised read of first[30] in shared memory, which "
                                "nothing has written: @made_a_copy by "
                                "thread 30 of block 0 (and 1 more place)")
{
    copied_kernel<<<1, 32>>>(nothing("out", 32), 0);
}

CASE(unwritten_is_changed, "uninitialised read of first[30] in shared memory, which nothing "
                           "has written: @made_a_sum by "
                           "thread 30 of block 0 (and 1 more place)")
{
    copied_kernel<<<1, 32>>>(nothing("out", 32), 1);
}

/* Here it is still in a register. */
__global__ void copied_and_stored_kernel(int *out)
{
    __shared__ int first[32], second[32];
    int t = threadIdx.x;
    if (t < 30)
        first[t] = t;
    second[t] = first[t]; // @copied_and_stored
    out[t] = 2 * second[t];
}

CASE(unwritten_in_a_register,
     "uninitialised read of first[30] in shared memory, which nothing has written: "
     "@copied_and_stored by thread 30 of block 0 (and 1 more place)")
{
    copied_and_stored_kernel<<<1, 32>>>(nothing("out", 32));
}

/* A sum that has not been set is no copy of itself. */
__global__ void adds_nothing_kernel(int *out)
{
    __shared__ int sum[32];
    sum[threadIdx.x] += out[threadIdx.x] - threadIdx.x; // @adds_nothing
}

CASE(unwritten_sum, "uninitialised read of sum[0] in shared memory, which nothing has written: "
                    "@adds_nothing by thread 0 of block 0 (and 31 more places)")
{
    adds_nothing_kernel<<<1, 32>>>(numbers("out", 32));
}

// --- the other side's pointers ---------------------------------------------------------------

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

__global__ void others_own(int **places)
{
    int own = threadIdx.x;
    places[threadIdx.x] = &own;
    __syncthreads();
    if (threadIdx.x == 0 && *places[1] == 0) // @others_own
        places[0] = NULL;
}

CASE(variable_of_another_thread,
     "host-pointer a thread uses a variable that is another thread's own: read of 4 bytes at "
     "@others_own by thread 0 of block 0; hand its value on")
{
    int **places;
    cudaMalloc(&places, 2 * sizeof *places);
    others_own<<<1, 2>>>(places);
    cudaFree(places);
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

// --- variables of the device -----------------------------------------------------------------

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
