// Fences: what a block hands on to another one.
#include "case.h"

enum { N = 64, BLOCKS = 24 };

// --- the last block adds what all have left behind
// ----------------------------------------------------

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

// --- a scan in one pass
// --------------------------------------------------------------------------------

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

/* The same by a volatile flag. */
__global__ void volatile_flag_kernel(int *data, volatile int *flags, int *out, bool fence)
{
    int b = blockIdx.x;
    if (b > 0)
        while (flags[b - 1] == 0) {
        }
    if (b > 0)
        out[b] = data[b - 1]; // @from
    data[b] = b;              // @to
    if (fence)
        __threadfence();
    flags[b] = 1;
}

static void volatile_flags(bool fence)
{
    int *d_flags = nothing("flags", BLOCKS);
    CHECK(cudaMemset(d_flags, 0, BLOCKS * sizeof *d_flags));
    volatile_flag_kernel<<<BLOCKS, 1>>>(nothing("data", BLOCKS), d_flags,
                                        nothing("out", BLOCKS), fence);
}

CASE(volatile_flag, "")
{
    volatile_flags(true);
}

CASE(volatile_flag_without_fence,
     "race data[0]: write @to by thread 0 of block 0, read @from by "
     "thread 0 of block 1 (and 22 more")
{
    volatile_flags(false);
}

// --- a lock
// ------------------------------------------------------------------------------------------------

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
