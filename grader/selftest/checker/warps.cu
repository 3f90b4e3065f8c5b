// What orders the lanes of a warp, and what does not.
#include "case.h"

enum { WARP = 32 };

// --- __syncwarp ------------------------------------------------------------------------------

__global__ void halves_kernel(const int *in, int *out, unsigned mask, bool syncs)
{
    __shared__ int s[WARP];
    int lane = threadIdx.x;
    if (!(mask >> lane & 1))
        return;
    s[lane] = in[lane]; // @fill
    if (syncs)
        __syncwarp(mask);
    out[lane] = s[lane ^ 1]; // @exchange
}

CASE(syncwarp, "")
{
    halves_kernel<<<1, WARP>>>(numbers("in", WARP), nothing("out", WARP), 0xffffffff, true);
}

CASE(syncwarp_of_half_a_warp, "")
{
    halves_kernel<<<1, WARP>>>(numbers("in", WARP), nothing("out", WARP), 0x0000ffff, true);
}

CASE(no_syncwarp, "race s[0]: write @fill by thread 0 of block 0, read @exchange by "
                  "thread 1 of block 0")
{
    halves_kernel<<<1, WARP>>>(numbers("in", WARP), nothing("out", WARP), 0xffffffff, false);
}

/* The lower half and the upper half meet apart: the read goes across. */
__global__ void groups_kernel(const int *in, int *out, int across)
{
    __shared__ int s[WARP];
    int lane = threadIdx.x;
    unsigned mask = lane < 16 ? 0x0000ffff : 0xffff0000;
    s[lane] = in[lane]; // @fill_groups
    __syncwarp(mask);
    out[lane] = s[lane ^ across]; // @across
}

CASE(groups_within, "")
{
    groups_kernel<<<2, WARP>>>(numbers("in", WARP), nothing("out", WARP), 8);
}

CASE(groups_across, "race s[0]: write @fill_groups by thread 0 of block 0, read @across by "
                    "thread 16 of block 0 (and 31 more pairs")
{
    groups_kernel<<<1, WARP>>>(numbers("in", WARP), nothing("out", WARP), 16);
}

/* Lane 0 meets lane 8, which then meets lane 16: so lane 0's write is before lane 16's read. */
__global__ void chain_kernel(int *out, bool second)
{
    __shared__ int s;
    int lane = threadIdx.x;
    if (lane == 0)
        s = 5; // @five
    if (lane == 0 || lane == 8)
        __syncwarp(0x00000101);
    if (second && (lane == 8 || lane == 16))
        __syncwarp(0x00010100);
    if (lane == 16)
        out[0] = s; // @sixteen
}

CASE(chain_of_meetings, "")
{
    chain_kernel<<<1, WARP>>>(nothing("out", 1), true);
}

CASE(broken_chain, "race shared memory, s: write @five by thread 0 of block 0, read "
                   "@sixteen by thread 16")
{
    chain_kernel<<<1, WARP>>>(nothing("out", 1), false);
}

/* Readers in different segments of a warp, and then one writes. */
__global__ void late_writer_kernel(int *out, bool all)
{
    __shared__ int s;
    int lane = threadIdx.x;
    if (lane == 0)
        s = 1;
    __syncwarp();
    if (lane < 16)
        __syncwarp(0x0000ffff);
    out[lane] = s; // @readers
    if (lane < 16 && !all)
        __syncwarp(0x0000ffff);
    if (all)
        __syncwarp();
    if (lane == 3)
        s = 2; // @late
}

CASE(writer_after_all, "")
{
    late_writer_kernel<<<1, WARP>>>(nothing("out", WARP), true);
}

CASE(writer_after_half, "race s: write @late by thread 3 of block 0, read @readers by "
                        "thread 16 of block 0")
{
    late_writer_kernel<<<1, WARP>>>(nothing("out", WARP), false);
}

/* Two lines read the same word; who writes it has met the lanes of the first one, or of both.
 */
__global__ void two_readers_kernel(int *out, unsigned mask)
{
    __shared__ int s;
    int lane = threadIdx.x;
    if (lane == 0)
        s = 1;
    __syncthreads();
    if (lane < 8)
        out[lane] = s + 1; // @innocent
    else if (lane < 16)
        out[lane] = 3 * s; // @guilty
    if (mask >> lane & 1)
        __syncwarp(mask);
    if (lane == 16)
        s = 2; // @sixteenth
}

CASE(reader_in_the_other_line, "race s: write @sixteenth by thread 16 of block 0, read @guilty "
                               "by thread 8 of block 0")
{
    two_readers_kernel<<<1, WARP>>>(nothing("out", WARP), 0x000100ff);
}

CASE(readers_in_two_lines, "")
{
    two_readers_kernel<<<1, WARP>>>(nothing("out", WARP), 0x0001ffff);
}

/* A vote, which orders nothing: lane 0 comes back after all have read. Two ways to say element
 * 0, so that no compiler makes one read of them. */
__global__ void reader_writes_kernel(int *out, bool orders)
{
    __shared__ int s[2];
    int lane = threadIdx.x;
    if (lane == 0)
        s[0] = 1;
    __syncwarp();
    if (lane == 0)
        out[lane] = s[0] + 1; // @outer
    else
        out[lane] = 3 * s[lane / 32]; // @inner
    __ballot_sync(0xffffffff, lane);
    if (orders)
        __syncwarp();
    if (lane == 0)
        s[0] = 2; // @changes
}

CASE(reader_writes, "race s[0]: write @changes by thread 0 of block 0, read @inner by thread ")
{
    reader_writes_kernel<<<1, WARP>>>(nothing("out", WARP), false);
}

CASE(reader_writes_after_all, "")
{
    reader_writes_kernel<<<1, WARP>>>(nothing("out", WARP), true);
}

// --- shuffles and votes do not order memory --------------------------------------------------

__global__ void shuffle_kernel(const int *in, int *out, int how)
{
    __shared__ int s[WARP];
    int lane = threadIdx.x;
    s[lane] = in[lane]; // @before_vote
    if (how == 0)
        out[lane] = __shfl_xor_sync(0xffffffff, in[lane], 1);
    if (how == 1)
        out[lane] = __ballot_sync(0xffffffff, lane & 1);
    out[lane] += s[lane ^ 1]; // @after_vote
}

CASE(shuffle_does_not_order, "race s[0]: write @before_vote by thread 0 of block 0, read "
                             "@after_vote by thread 1")
{
    shuffle_kernel<<<1, WARP>>>(numbers("in", WARP), nothing("out", WARP), 0);
}

CASE(vote_does_not_order, "race s[0]: write @before_vote by thread 0 of block 0, read "
                          "@after_vote by thread 1")
{
    shuffle_kernel<<<1, WARP>>>(numbers("in", WARP), nothing("out", WARP), 1);
}

__global__ void shuffled_sum_kernel(const int *in, int *out)
{
    int sum = in[blockIdx.x * WARP + threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

CASE(shuffled_sum, "")
{
    shuffled_sum_kernel<<<4, WARP>>>(numbers("in", 4 * WARP), nothing("out", 4));
}

// --- the last steps of a tree, by volatile and by __syncwarp ---------------------------------

__global__ void tail_kernel(const int *in, int *out, bool syncs)
{
    __shared__ int memory[2 * WARP];
    volatile int *s = memory;
    int lane = threadIdx.x;
    s[lane] = in[lane];
    s[lane + WARP] = in[lane + WARP];
    for (int stride = WARP; stride > 0; stride /= 2) {
        int right = s[lane + stride];
        if (syncs)
            __syncwarp();
        if (lane < stride)
            s[lane] = s[lane] + right;
        if (syncs)
            __syncwarp();
    }
    if (lane == 0)
        *out = s[0];
}

CASE(tail_with_syncwarp, "")
{
    tail_kernel<<<1, WARP>>>(numbers("in", 2 * WARP), nothing("out", 1), true);
}

CASE(tail_by_volatile, "race volatile orders nothing within a warp: is a __syncwarp() missing?")
{
    tail_kernel<<<1, WARP>>>(numbers("in", 2 * WARP), nothing("out", 1), false);
}

// --- two warps are only ordered by a barrier -------------------------------------------------

__global__ void two_warps_kernel(const int *in, int *out, bool barrier)
{
    __shared__ int s[2 * WARP];
    int t = threadIdx.x;
    s[t] = in[t]; // @warps
    __syncwarp();
    if (barrier)
        __syncthreads();
    out[t] = s[t ^ 32]; // @other_warp
}

CASE(syncwarp_of_two_warps, "race s[0]: write @warps by thread 0 of block 0, read "
                            "@other_warp by thread 32 of block 0 (and 63 more")
{
    two_warps_kernel<<<1, 2 * WARP>>>(numbers("in", 2 * WARP), nothing("out", 2 * WARP), false);
}

CASE(barrier_of_two_warps, "")
{
    two_warps_kernel<<<1, 2 * WARP>>>(numbers("in", 2 * WARP), nothing("out", 2 * WARP), true);
}

// Each thread of four warps has written the value itself, and reads it without a barrier:
// racecheck calls that an error, too ("Potential RAW hazard"), and nothing of the writes alone.
__global__ void same_value_read_kernel(int *out, int value, int at)
{
    __shared__ int s[2];
    s[0] = value;             // @each_writes
    out[threadIdx.x] = s[at]; // @each_reads
}

CASE(same_value_that_is_read, "race s[0]: write @each_writes by thread | note the same value "
                              "by several threads in shared")
{
    same_value_read_kernel<<<1, 128>>>(nothing("out", 128), 7, 0);
}
