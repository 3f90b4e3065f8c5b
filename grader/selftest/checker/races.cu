// Races in shared and global memory, and the same kernels without them.
#include "case.h"

enum { N = 256 };

// --- a barrier between writing and reading ---------------------------------------------------

__global__ void reverse_kernel(int *a, bool barrier)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = a[t]; // @fill
    if (barrier)
        __syncthreads();
    a[t] = s[N - 1 - t]; // @reversed
}

CASE(missing_barrier, "race shared memory, s[0]: write @fill by thread 0 of block 0, "
                      "read @reversed by thread 255 of block 0 (and 255 more pairs of these "
                      "lines); is a __syncthreads() missing between them?")
{
    reverse_kernel<<<1, N>>>(numbers("a", N), false);
}

CASE(barrier_between, "")
{
    reverse_kernel<<<1, N>>>(numbers("a", N), true);
}

// --- the second barrier of a loop ------------------------------------------------------------

__global__ void tiles_kernel(const int *a, int *out, int tiles, bool second)
{
    __shared__ int tile[N];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < tiles; i++) {
        tile[t] = a[i * N + t]; // @load
        __syncthreads();
        sum += tile[(t + 1) % N]; // @use
        if (second)
            __syncthreads();
    }
    out[t] = sum;
}

CASE(missing_second_barrier, "race tile[0]: write @load by thread 0 of block 0, "
                             "read @use by thread 255")
{
    tiles_kernel<<<1, N>>>(numbers("a", 3 * N), nothing("out", N), 3, false);
}

CASE(both_barriers, "")
{
    tiles_kernel<<<1, N>>>(numbers("a", 3 * N), nothing("out", N), 3, true);
}

// --- blocks that write the same --------------------------------------------------------------

__global__ void own_block_kernel(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

CASE(each_its_own, "")
{
    own_block_kernel<<<4, N>>>(nothing("out", 4 * N));
}

__global__ void same_place_kernel(int *out)
{
    out[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; // @same_place
}

CASE(block_index_forgotten,
     "race global memory, out[0]: write @same_place by thread 0 of block "
     "0, write @same_place by thread 0 of block 1 (and 255 more such "
     "pairs); blocks write the same element: does its index lack "
     "blockIdx, or has it the wrong width?")
{
    same_place_kernel<<<4, N>>>(nothing("out", N));
}

__global__ void one_place_kernel(int *out)
{
    *out = blockIdx.x * 1000 + threadIdx.x; // @one_place
}

CASE(one_place_for_all, "race global memory, out: write @one_place by thread 0 of block "
                        "0, write @one_place by thread 1 of block 0; several threads write "
                        "the same element: is its index right?")
{
    one_place_kernel<<<4, 2>>>(nothing("out", 1));
}

__global__ void same_value_kernel(int *flag)
{
    *flag = 1;
}

CASE(same_value_is_noted, "note the same value by several threads in global memory, flag")
{
    same_value_kernel<<<2, N>>>(nothing("flag", 1));
}

// --- read, change, write ---------------------------------------------------------------------

__global__ void histogram_kernel(const int *data, int *h, bool atomic)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (atomic)
        atomicAdd(&h[data[i] % 7], 1);
    else
        h[data[i] % 7]++; // @count
}

CASE(histogram_without_atomics, "race global memory, h[0]: write @count by thread"
                                " | race use an atomic such as atomicAdd()")
{
    histogram_kernel<<<2, N>>>(numbers("data", 2 * N), numbers("h", 7), false);
}

CASE(histogram_with_atomics, "")
{
    histogram_kernel<<<2, N>>>(numbers("data", 2 * N), numbers("h", 7), true);
}

__global__ void private_bins_kernel(const int *data, int *h, bool clears, bool waits)
{
    __shared__ int own[7];
    int t = threadIdx.x;
    if (clears && t < 7)
        own[t] = 0; // @clear
    if (waits)
        __syncthreads();
    atomicAdd(&own[data[t] % 7], 1); // @add
    __syncthreads();
    if (t < 7)
        atomicAdd(&h[t], own[t]);
}

CASE(private_bins, "")
{
    private_bins_kernel<<<3, N>>>(numbers("data", N), numbers("h", 7), true, true);
}

CASE(private_bins_without_barrier, "race own[0]: write @clear by thread 0 of block 0, "
                                   "atomic @add")
{
    private_bins_kernel<<<3, N>>>(numbers("data", N), numbers("h", 7), true, false);
}

CASE(private_bins_not_cleared, "uninitialised read of own[0] in shared memory")
{
    private_bins_kernel<<<3, N>>>(numbers("data", N), numbers("h", 7), false, true);
}

__global__ void atomic_and_plain_kernel(int *h, int *out)
{
    atomicAdd(h, 1); // @atomic
    out[threadIdx.x] = *h;
}

CASE(atomic_against_plain, "race global memory, h: atomic @atomic by thread 0")
{
    atomic_and_plain_kernel<<<1, N>>>(numbers("h", 1), nothing("out", N));
}

// --- launches order, and so do copies --------------------------------------------------------

CASE(launches_in_a_row, "")
{
    int *d_a = numbers("a", N);
    reverse_kernel<<<1, N>>>(d_a, true);
    own_block_kernel<<<1, N>>>(d_a);
    reverse_kernel<<<1, N>>>(d_a, true);
}

// --- trees -----------------------------------------------------------------------------------

__global__ void tree_kernel(const int *in, int *out, bool barrier)
{
    __shared__ int partial[N];
    int t = threadIdx.x;
    partial[t] = in[t];
    for (int stride = N / 2; stride > 0; stride /= 2) {
        if (barrier || stride == N / 2)
            __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride]; // @halve
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

CASE(tree, "")
{
    tree_kernel<<<3, N>>>(numbers("in", N), nothing("out", 3), true);
}

CASE(tree_without_barriers, "race partial[1]: write @halve by thread 1 of block 0, read "
                            "@halve by thread 0 of block 0")
{
    tree_kernel<<<3, N>>>(numbers("in", N), nothing("out", 3), false);
}

__global__ void in_place_scan_kernel(int *a, bool twice)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = a[t];
    for (int stride = 1; stride < N; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? s[t - stride] : 0; // @left
        if (twice)
            __syncthreads();
        s[t] += left; // @scanned
    }
    a[t] = s[t];
}

CASE(scan, "")
{
    in_place_scan_kernel<<<1, N>>>(numbers("a", N), true);
}

CASE(scan_with_one_barrier, "race s[0]: write @scanned by thread 0 of block 0, read "
                            "@left by thread ")
{
    in_place_scan_kernel<<<1, N>>>(numbers("a", N), false);
}

// --- bytes: neighbours in a word are no race -------------------------------------------------

__global__ void bytes_kernel(unsigned char *bytes, int shift)
{
    int t = threadIdx.x;
    unsigned char value = bytes[t + shift]; // @byte_in
    bytes[t] = value + 1;                   // @byte_out
}

CASE(bytes_in_place, "")
{
    bytes_kernel<<<1, N>>>((unsigned char *)numbers("bytes", N), 0);
}

CASE(bytes_of_the_neighbour, "race bytes[1]: write @byte_out by thread 1 of block 0, read "
                             "@byte_in by thread 0 of block 0 (and 63 more")
{
    bytes_kernel<<<1, N>>>((unsigned char *)numbers("bytes", N), 1);
}

__global__ void shared_bytes_kernel(unsigned char *out, bool barrier)
{
    __shared__ unsigned char s[N];
    int t = threadIdx.x;
    s[t] = t;
    if (barrier)
        __syncthreads();
    out[t] = s[t ^ 1];
}

CASE(shared_bytes, "")
{
    shared_bytes_kernel<<<1, N>>>((unsigned char *)nothing("out", N), true);
}

CASE(shared_bytes_without_barrier, "race s[0]: write")
{
    shared_bytes_kernel<<<1, N>>>((unsigned char *)nothing("out", N), false);
}

__global__ void vectors_kernel(const int4 *in, int *out, int shift)
{
    int4 four = in[threadIdx.x];                                      // @vector_in
    out[4 * threadIdx.x + shift] = four.x + four.y + four.z + four.w; // @vector_out
}

CASE(vectors_in_place, "")
{
    int *d_a = numbers("a", N);
    vectors_kernel<<<1, 32>>>((const int4 *)d_a, d_a, 0);
}

CASE(vectors_of_the_neighbour, "race a[4]: write @vector_out by thread 0 of block 0, read "
                               "@vector_in by thread 1 of block 0 (and 30 more pairs")
{
    int *d_a = numbers("a", N);
    vectors_kernel<<<1, 32>>>((const int4 *)d_a, d_a, 4);
}

/* Thread 8 of the same block changes it, too. */
__global__ void look_at_count_kernel(int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&count[i % 8], 1); // @add_up
    if (i == 0)
        count[9] = count[0]; // @look
}

CASE(atomic_of_other_blocks,
     "race atomic @add_up by thread 8 of block 0, read @look by thread 0 of "
     "block 0; blocks run in no order: make both atomic")
{
    look_at_count_kernel<<<4, 32>>>(numbers("count", 10));
}

/* One word, two readers of a warp in two lines: each is named with its own. */
__global__ void two_lines_kernel(int *out)
{
    __shared__ int s;
    int t = threadIdx.x;
    if (t == 0)
        s = 1;
    __syncthreads();
    if (t == 40)
        out[0] = s + 1; // @forty
    if (t == 50)
        out[1] = s + 2; // @fifty
    if (t == 3)
        s = 9; // @three
}

CASE(readers_in_their_lines,
     "race s: write @three by thread 3 of block 0, read @forty by thread "
     "40 of block 0 | race s: write @three by thread 3 of block 0, read "
     "@fifty by thread 50 of block 0")
{
    two_lines_kernel<<<1, N>>>(nothing("out", 2));
}

// --- what would help -------------------------------------------------------------------------

/* The programming guide's loop, which begins with a plain read. */
template <class T> __global__ void largest_kernel(int *largest)
{
    int assumed, old = *(T *)largest; // @first_read
    do {
        assumed = old;
        old =
            atomicCAS(largest, assumed, assumed > threadIdx.x ? assumed : threadIdx.x); // @swap
    } while (assumed != old);
}

CASE(plain_read_before_a_swap,
     "note the first read of a loop around atomicCAS() in global memory, largest: atomic @swap "
     "by thread | note read @first_read by thread | note a read through volatile")
{
    largest_kernel<int><<<1, N>>>(numbers("largest", 1));
}

CASE(volatile_read_before_a_swap, "")
{
    largest_kernel<volatile int><<<1, N>>>(numbers("largest", 1));
}

/* The same, of the types that the hardware has no such atomic for. */
__device__ double add_by_swaps(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long old = *bits, assumed; // @first_bits
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, // @swap_bits
                        __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

/* Who has nothing larger only reads. */
__device__ void max_by_swaps(float *address, float value)
{
    int *bits = (int *)address;
    int old = *bits; // @first_max
    while (value > __int_as_float(old)) {
        int assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(value));
        if (old == assumed)
            break;
    }
}

__device__ void add_reading_again(float *address, float value)
{
    unsigned old;
    do
        old = *(unsigned *)address; // @each_read
    while (atomicCAS((unsigned *)address, old, __float_as_uint(value + __uint_as_float(old))) !=
           old);
}

__global__ void swaps_kernel(double *sum, float *largest, float *again)
{
    __shared__ double own_sum;
    if (threadIdx.x == 0)
        own_sum = 0;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        add_by_swaps(&own_sum, threadIdx.x);
        max_by_swaps(largest, threadIdx.x * 7 % 31 + i);
    }
    add_reading_again(again, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0)
        add_by_swaps(sum, own_sum);
}

CASE(sums_by_swaps, "note own_sum: | note sum: | note largest: atomic | note again: atomic")
{
    swaps_kernel<<<3, 40>>>((double *)numbers("sum", 2), (float *)numbers("largest", 1),
                            (float *)numbers("again", 1));
}

/* Each thread puts its node before the others' in a list. */
__global__ void list_kernel(int *head, int *next)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    int first = *head, seen; // @head
    do {
        seen = first;
        next[node] = seen;
        first = atomicCAS(head, seen, node);
    } while (first != seen);
}

CASE(list_by_swaps, "note head: atomic")
{
    list_kernel<<<3, 128>>>(numbers("head", 1), nothing("next", 3 * 128));
}

/* What is read plainly is used, and no swap says whether it is out of date. */
__global__ void running_sum_kernel(double *sum, double *out)
{
    add_by_swaps(sum, threadIdx.x);
    out[threadIdx.x] = *sum; // @running
}

CASE(plain_read_after_a_swap,
     "race sum: atomic @swap_bits by thread 0 of block 0, read @running")
{
    running_sum_kernel<<<1, N>>>((double *)numbers("sum", 2), (double *)nothing("out", 2 * N));
}

/* A constant is expected: the read decides by itself whether there is a swap. */
__global__ void plain_lock_kernel(int *lock, volatile int *count)
{
    bool done = false;
    while (!done) {
        if (*lock == 0 && atomicCAS(lock, 0, 1) == 0) { // @try
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
        __nanosleep(10);
    }
}

CASE(plain_read_of_a_lock, "race lock: atomic @try by thread")
{
    plain_lock_kernel<<<2, 1>>>(numbers("lock", 1), numbers("count", 1));
}

/* One element is read, and another one swapped. */
__global__ void other_element_kernel(int *a)
{
    int old = a[0]; // @first_element
    atomicCAS(&a[1], old, threadIdx.x);
    atomicAdd(&a[0], 1); // @counted
}

CASE(plain_read_of_another_element,
     "race a[0]: atomic @counted by thread 0 of block 0, read @first_element")
{
    other_element_kernel<<<1, N>>>(numbers("a", 2));
}

/* Read here, written there: what others have added meanwhile is lost. */
__global__ void lost_update_kernel(int *sum)
{
    int before = *sum;           // @before
    *sum = before + threadIdx.x; // @after
}

CASE(lost_update,
     "race sum: write @after by thread | race between the read and the write: do both "
     "in one atomic operation | race write @after by thread")
{
    lost_update_kernel<<<1, N>>>(numbers("sum", 1));
}

__global__ void volatile_writers_kernel(volatile int *a)
{
    a[0] = blockIdx.x * N + threadIdx.x; // @volatile_writers
}

CASE(volatile_writers_of_blocks,
     "race a: volatile write @volatile_writers by thread 0 of block 0, volatile write "
     "@volatile_writers by thread 0 of block 1; blocks write the same element, and volatile "
     "orders no writes")
{
    volatile_writers_kernel<<<3, 1>>>(nothing("a", 1));
}

CASE(volatile_writers_of_warps, "race a: volatile write @volatile_writers | race several "
                                "threads write the same element, and volatile orders no writes")
{
    volatile_writers_kernel<<<1, 2 * N>>>(nothing("a", 1));
}

/* Thread 0 and thread 1 are of one warp, and yet a __syncwarp() would not do for all. */
__global__ void shift_kernel(int *out)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = t;                  // @shift_in
    out[t] = t ? s[t - 1] : 0; // @shift_out
}

CASE(only_a_barrier_helps, "race s[0]: write @shift_in by thread 0 of block 0, read @shift_out "
                           "by thread 1 of block 0 (and 254 more pairs of these lines); is a "
                           "__syncthreads() missing between them?")
{
    shift_kernel<<<1, N>>>(nothing("out", N));
}

CASE(syncwarp_helps, "race is a __syncthreads(), or within a warp a __syncwarp(), missing")
{
    shift_kernel<<<1, 32>>>(nothing("out", N));
}

/* An element is read too early in two places: that is the race, and nothing else is told of it.
 */
__global__ void neighbours_kernel(int *out)
{
    __shared__ int s[32 + 2];
    int t = threadIdx.x;
    if (t < 2)
        s[32 + t] = 0;
    __syncthreads();
    s[t] = t;                            // @own
    out[t] = s[t] + s[t + 1] + s[t + 2]; // @neighbours
}

CASE(read_too_early_twice, "race s[1]: write @own by thread 1 of block 0, read @neighbours by "
                           "thread 0 of block 0")
{
    neighbours_kernel<<<1, 32>>>(nothing("out", 32));
}

// --- atomics of a scope ----------------------------------------------------------------------

__global__ void exchange_kernel(int *a, bool of_block, bool others)
{
    int *own = others ? a : a + blockIdx.x;
    if (of_block)
        atomicExch_block(own, 1); // @exchange
    else
        atomicAdd(own, 1);
    atomicCAS_block(own + 8, 0, (int)threadIdx.x); // @swap_in_block
}

CASE(scope_too_small,
     "race a[0]: atomic of block scope @exchange by thread 0 of block 0, atomic of "
     "block scope @exchange by thread 0 of block 1 | race a[8]: atomic of block "
     "scope @swap_in_block")
{
    exchange_kernel<<<2, 1>>>(numbers("a", 16), true, true);
}

CASE(scope_of_a_block, "")
{
    exchange_kernel<<<2, 64>>>(numbers("a", 16), true, false);
}

__global__ void mixed_scopes_kernel(unsigned *a, bool same_block)
{
    bool first = same_block ? threadIdx.x == 0 : blockIdx.x == 0;
    if (first)
        atomicMax(a + (same_block ? blockIdx.x : 0), 3u); // @of_device
    else
        atomicMax_block(a + (same_block ? blockIdx.x : 0), 4u); // @of_block
}

CASE(scopes_that_differ,
     "race a: atomic @of_device by thread 0 of block 0, atomic of block scope "
     "@of_block by thread 0 of block 1")
{
    mixed_scopes_kernel<<<2, 1>>>((unsigned *)numbers("a", 1), false);
}

CASE(scopes_that_differ_in_a_block, "")
{
    mixed_scopes_kernel<<<2, 64>>>((unsigned *)numbers("a", 2), true);
}
