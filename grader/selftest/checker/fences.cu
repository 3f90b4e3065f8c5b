// Fences: what a block hands on to another one.
#include "case.h"

enum { N = 64, BLOCKS = 24 };

// --- the last block adds what all have left behind -------------------------------------------

static __device__ int arrived;

__global__ void last_block_kernel(int *parts, int *total, bool fence, bool early)
{
    __shared__ bool last;
    if (early)
        __threadfence();
    if (threadIdx.x == 0)
        parts[blockIdx.x] = blockIdx.x; // @part
    if (threadIdx.x == 0) {
        if (fence)
            __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1; // @arrive
    }
    __syncthreads();
    if (!last)
        return;
    if (threadIdx.x < gridDim.x)
        total[1 + threadIdx.x] = parts[threadIdx.x]; // @last
    if (threadIdx.x == 0)
        arrived = 0; // @reset
}

CASE(last_block, "")
{
    last_block_kernel<<<BLOCKS, N>>>(nothing("parts", BLOCKS), nothing("total", N), true,
                                     false);
    last_block_kernel<<<BLOCKS, N>>>(nothing("parts", BLOCKS), nothing("total", N), true,
                                     false);
}

CASE(last_block_without_fence,
     "race global memory, parts[0]: write @part by thread 0 of block 0, "
     "read @last by thread 0 of block 23 (and 22 more pairs of these "
     "lines); blocks run in no order: is a __threadfence() missing "
     "before the flag or counter that announces it?")
{
    last_block_kernel<<<BLOCKS, N>>>(nothing("parts", BLOCKS), nothing("total", N), false,
                                     false);
}

CASE(fence_before_the_data, "race parts[0]: write @part by thread 0 of block 0, read @last")
{
    last_block_kernel<<<BLOCKS, N>>>(nothing("parts", BLOCKS), nothing("total", N), false,
                                     true);
}

/* All threads of a block write, and thread 0 fences for them after a barrier. */
__global__ void block_of_parts_kernel(int *parts, int *out, bool barrier)
{
    __shared__ bool last;
    parts[blockIdx.x * N + threadIdx.x] = 1; // @all_parts
    if (barrier)
        __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last)
        for (int i = 0; i < gridDim.x; i++)
            out[threadIdx.x] += parts[i * N + threadIdx.x]; // @sum
}

CASE(one_fence_for_the_block, "")
{
    block_of_parts_kernel<<<BLOCKS, N>>>(nothing("parts", BLOCKS * N), numbers("out", N), true);
}

CASE(one_fence_without_barrier,
     "race parts[1]: write @all_parts by thread 1 of block 0, read @sum "
     "by thread 1 of block 23")
{
    block_of_parts_kernel<<<BLOCKS, N>>>(nothing("parts", BLOCKS * N), numbers("out", N),
                                         false);
}

/* Each thread fences what it has written, and thread 0 counts after a barrier. */
__global__ void fences_of_all_kernel(int *parts, int *out, bool fence)
{
    __shared__ bool last;
    parts[blockIdx.x * N + threadIdx.x] = 1;
    if (fence)
        __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    __syncthreads();
    if (last)
        for (int i = 0; i < gridDim.x; i++)
            out[threadIdx.x] += parts[i * N + threadIdx.x];
}

CASE(fences_of_all, "")
{
    fences_of_all_kernel<<<BLOCKS, N>>>(nothing("parts", BLOCKS * N), numbers("out", N), true);
}

CASE(fences_of_none, "race parts[0]")
{
    fences_of_all_kernel<<<BLOCKS, N>>>(nothing("parts", BLOCKS * N), numbers("out", N), false);
}

// --- a scan in one pass ----------------------------------------------------------------------

/* Flags by atomics: 0 nothing, 1 the block's sum is there, 2 the sum up to its end is there. */
__global__ void look_back_kernel(const int *in, int *out, int *flags, int *sums, int *ends,
                                 int fence)
{
    __shared__ int s[N], before;
    int t = threadIdx.x, b = blockIdx.x;
    s[t] = in[b * N + t];
    for (int stride = 1; stride < N; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? s[t - stride] : 0;
        __syncthreads();
        s[t] += left;
    }
    __syncthreads();
    if (t == 0) {
        sums[b] = s[N - 1]; // @sums
        if (fence & 1)
            __threadfence();
        atomicExch(&flags[b], 1);
        before = 0;
        for (int p = b - 1; p >= 0; p--) {
            int flag;
            do
                flag = atomicAdd(&flags[p], 0);
            while (flag == 0);
            __threadfence();
            before += flag == 2 ? ends[p] : sums[p]; // @look
            if (flag == 2)
                break;
        }
        ends[b] = before + s[N - 1]; // @ends
        if (fence & 2)
            __threadfence();
        atomicExch(&flags[b], 2);
    }
    __syncthreads();
    out[b * N + t] = before + s[t];
}

static void look_back(int fence)
{
    int *d_flags = nothing("flags", BLOCKS);
    CHECK(cudaMemset(d_flags, 0, BLOCKS * sizeof *d_flags));
    look_back_kernel<<<BLOCKS, N>>>(numbers("in", BLOCKS * N), nothing("out", BLOCKS * N),
                                    d_flags, nothing("sums", BLOCKS), nothing("ends", BLOCKS),
                                    fence);
}

CASE(decoupled_look_back, "")
{
    look_back(3);
}

CASE(look_back_without_fence, "race ends[0]: write @ends by thread 0 of block 0, read @look by "
                              "thread 0 of block 1 (and 22 more pairs of these lines)")
{
    look_back(1);
}

/* The textbook's: block by block, no fence where the flag is read. */
__global__ void chained_kernel(const int *in, int *out, int *flags, int *carries, bool fence)
{
    __shared__ int carry;
    int t = threadIdx.x, b = blockIdx.x;
    if (t == 0) {
        while (b > 0 && atomicAdd(&flags[b], 0) == 0) {
        }
        carry = b > 0 ? carries[b] : 0; // @take
        carries[b + 1] = carry + 1;     // @hand
        if (fence)
            __threadfence();
        atomicAdd(&flags[b + 1], 1);
    }
    __syncthreads();
    out[b * N + t] = carry + in[b * N + t];
}

static void chained(bool fence)
{
    int *d_flags = nothing("flags", BLOCKS + 1);
    CHECK(cudaMemset(d_flags, 0, (BLOCKS + 1) * sizeof *d_flags));
    chained_kernel<<<BLOCKS, N>>>(numbers("in", BLOCKS * N), nothing("out", BLOCKS * N),
                                  d_flags, nothing("carries", BLOCKS + 1), fence);
}

CASE(chained_scan, "")
{
    chained(true);
}

CASE(chained_scan_without_fence,
     "race carries[1]: write @hand by thread 0 of block 0, read @take "
     "by thread 0 of block 1 (and 22 more pairs")
{
    chained(false);
}

/* The same by a volatile flag: bits of the fences that are there, before it and behind it. */
__global__ void volatile_flag_kernel(int *data, volatile int *flags, int *out, int fence)
{
    int b = blockIdx.x;
    if (b > 0)
        while (flags[b - 1] == 0) {
        }
    if (fence & 2)
        __threadfence();
    if (fence & 4)
        __threadfence_block();
    if (b > 0)
        out[b] = data[b - 1]; // @from
    data[b] = b;              // @to
    if (fence & 1)
        __threadfence();
    flags[b] = 1;
}

static void volatile_flags(int fence)
{
    int *d_flags = nothing("flags", BLOCKS);
    CHECK(cudaMemset(d_flags, 0, BLOCKS * sizeof *d_flags));
    volatile_flag_kernel<<<BLOCKS, 1>>>(nothing("data", BLOCKS), d_flags,
                                        nothing("out", BLOCKS), fence);
}

CASE(volatile_flag, "")
{
    volatile_flags(3);
}

CASE(volatile_flag_without_fence,
     "race data[0]: write @to by thread 0 of block 0, read @from by "
     "thread 0 of block 1 (and 22 more")
{
    volatile_flags(2);
}

CASE(volatile_flag_reader_unfenced,
     "race data[0]: write @to by thread 0 of block 0, read @from by "
     "thread 0 of block 1 (and 22 more pairs of these lines); the flag that announces it has "
     "been read, but a volatile read orders nothing behind it")
{
    volatile_flags(1);
}

CASE(volatile_flag_reader_fenced_for_the_block,
     "race data[0]: write @to by thread 0 of block 0, read @from by "
     "thread 0 of block 1 (and 22 more")
{
    volatile_flags(1 | 4);
}

// --- a lock ----------------------------------------------------------------------------------

__global__ void lock_kernel(int *lock, int *value, bool fence)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        if (fence)
            __threadfence();
        *value += 1; // @locked
        if (fence)
            __threadfence();
        atomicExch(lock, 0);
    }
}

static void locked(bool fence)
{
    int *d_lock = nothing("lock", 1), *d_value = nothing("value", 1);
    CHECK(cudaMemset(d_lock, 0, sizeof *d_lock));
    CHECK(cudaMemset(d_value, 0, sizeof *d_value));
    lock_kernel<<<BLOCKS, N>>>(d_lock, d_value, fence);
}

CASE(lock, "")
{
    locked(true);
}

CASE(lock_without_fence,
     "race value: write @locked by thread 0 of block 0, read @locked by thread "
     "0 of block 1")
{
    locked(false);
}

/* Within a block, between warps, by a flag in shared memory. */
__global__ void warps_kernel(int *out, bool fence)
{
    __shared__ int data, flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 7; // @give
        if (fence)
            __threadfence_block();
        atomicExch(&flag, 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) == 0) {
        }
        __threadfence_block();
        *out = data; // @receive
    }
}

CASE(flag_between_warps, "")
{
    warps_kernel<<<1, N>>>(nothing("out", 1), true);
}

CASE(flag_between_warps_without_fence,
     "race shared memory, data: write @give by thread 0 of block "
     "0, read @receive by thread 32 of block 0")
{
    warps_kernel<<<1, N>>>(nothing("out", 1), false);
}

/* Whose turn it is passes from block to block by one volatile word: who overwrites it has read
 * what the other wrote. */
__global__ void volatile_turn_kernel(volatile int *turn, bool waits)
{
    if (threadIdx.x)
        return;
    while (waits && *turn != blockIdx.x)
        ;
    __threadfence();
    *turn = blockIdx.x + 1; // @turn
}

CASE(volatile_turn, "")
{
    volatile_turn_kernel<<<BLOCKS, N>>>(numbers("turn", 1), true);
}

CASE(volatile_turn_without_waiting,
     "race turn: volatile write @turn by thread 0 of block 0, volatile write @turn")
{
    volatile_turn_kernel<<<BLOCKS, N>>>(numbers("turn", 1), false);
}

// --- data and flag both volatile: no race, and yet an order is relied on ---------------------

/* The programming guide's sum of the parts, whose cache the volatile passes by. */
__global__ void volatile_parts_kernel(volatile int *parts, int *out, int fence)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x; // @volatile_part
        if (fence == 1)
            __threadfence();
        if (fence == 2)
            __threadfence_block();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x)
        out[threadIdx.x] = parts[threadIdx.x]; // @volatile_last
    if (last && threadIdx.x == 0)
        arrived = 0;
}

static void volatile_parts(int fence)
{
    volatile_parts_kernel<<<BLOCKS, N>>>(nothing("parts", BLOCKS), nothing("out", BLOCKS),
                                         fence);
}

CASE(volatile_parts_fenced, "")
{
    volatile_parts(1);
    volatile_parts(1);
}

CASE(volatile_parts_without_fence,
     "race parts[0]: volatile write @volatile_part by thread 0 of block 0, volatile read "
     "@volatile_last by thread 0 of block 23 (and 22 more pairs of these lines); volatile "
     "orders nothing: is a __threadfence() missing between the data and the flag?")
{
    volatile_parts(0);
}

CASE(volatile_parts_fenced_for_the_block,
     "race parts[0]: volatile write @volatile_part by thread 0 of block 0, volatile read "
     "@volatile_last")
{
    volatile_parts(2);
}

/* All threads write, thread 0 counts after a barrier: who fences? */
__global__ void volatile_rows_kernel(volatile int *rows, int *out, bool fence)
{
    __shared__ bool last;
    rows[blockIdx.x * N + threadIdx.x] = 1; // @volatile_row
    __syncthreads();
    if (threadIdx.x == 0) {
        if (fence)
            __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    int sum = 0;
    for (int i = 0; last && i < gridDim.x; i++)
        sum += rows[i * N + threadIdx.x]; // @volatile_sum
    if (last)
        out[threadIdx.x] = sum;
}

CASE(volatile_rows_fenced, "")
{
    volatile_rows_kernel<<<BLOCKS, N>>>(nothing("rows", BLOCKS * N), nothing("out", N), true);
}

CASE(volatile_rows_without_fence,
     "race rows[0]: volatile write @volatile_row by thread 0 of "
     "block 0, volatile read @volatile_sum by thread 0 of block 23")
{
    volatile_rows_kernel<<<BLOCKS, N>>>(nothing("rows", BLOCKS * N), nothing("out", N), false);
}

/* Look-back by volatile flags of two states, which others poll more than once. fence: bits of
 * those that are there: before state 1, before state 2, after a flag was seen. */
__global__ void volatile_look_back_kernel(volatile int *flags, volatile int *sums,
                                          volatile int *ends, int *out, int fence)
{
    int b = blockIdx.x, before = 0;
    sums[b] = b + 1; // @volatile_sums
    if (fence & 1)
        __threadfence();
    flags[b] = 1;
    for (int p = b - 1; p >= 0; p--) {
        while (flags[p] == 0) {
        }
        int flag = flags[p];
        if (fence & 4)
            __threadfence();
        before += flag == 2 ? ends[p] : sums[p]; // @volatile_look
        if (flag == 2)
            break;
    }
    ends[b] = before + b + 1; // @volatile_ends
    if (fence & 2)
        __threadfence();
    flags[b] = 2;
    out[b] = before;
}

static void volatile_look_back(int fence)
{
    int *d_flags = nothing("flags", BLOCKS);
    CHECK(cudaMemset(d_flags, 0, BLOCKS * sizeof *d_flags));
    volatile_look_back_kernel<<<BLOCKS, 1>>>(d_flags, nothing("sums", BLOCKS),
                                             nothing("ends", BLOCKS), nothing("out", BLOCKS),
                                             fence);
}

CASE(volatile_look_back_fenced, "")
{
    volatile_look_back(7);
}

CASE(volatile_look_back_reader_unfenced, "")
{
    volatile_look_back(3);
}

CASE(volatile_look_back_without_second_fence,
     "race ends[0]: volatile write @volatile_ends by thread 0 of block 0, volatile read "
     "@volatile_look by thread 0 of block 1")
{
    volatile_look_back(5);
}

CASE(volatile_look_back_without_fences, "race ends[0]: volatile write @volatile_ends by thread "
                                        "0 of block 0")
{
    volatile_look_back(4);
}

/* Two flags after one fence, waited for in the other order; and a mark that all look at now and
 * then. Nobody relies on an order of these. */
__global__ void volatile_marks_kernel(int *data, volatile int *flags, volatile int *found,
                                      int *out)
{
    int b = blockIdx.x;
    if (b > 0) {
        while (flags[2 * b - 1] == 0) {
        }
        while (flags[2 * b - 2] == 0) {
        }
        __threadfence();
        out[b] = data[b - 1];
    }
    data[b] = b;
    __threadfence();
    flags[2 * b] = 1;
    flags[2 * b + 1] = 1;
    found[0] = 1;
    atomicAdd(&arrived, 1);
    if (found[0] > BLOCKS)
        out[b] = 0;
}

CASE(volatile_marks, "")
{
    int *d_flags = nothing("flags", 2 * BLOCKS + 1);
    CHECK(cudaMemset(d_flags, 0, (2 * BLOCKS + 1) * sizeof *d_flags));
    volatile_marks_kernel<<<BLOCKS, 1>>>(nothing("data", BLOCKS), d_flags, d_flags + 2 * BLOCKS,
                                         nothing("out", BLOCKS));
}
