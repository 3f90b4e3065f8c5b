// Warp operations: who exchanges what with whom, under full and partial masks.
#include "memory.cuh"

#define ALL 0xffffffffu
#define JUNK ((int)0xffc0bad0)

/* Runs f(lane) in one warp of `lanes` threads and returns what each lane made of it. */
template <class F> __global__ void each_lane(F f, int *out)
{
    out[threadIdx.x] = f((int)threadIdx.x);
}

template <class F> static const int *warp(int lanes, F f)
{
    static int *out;
    cudaFree(out);
    out = results<int>(1024);
    each_lane<<<1, lanes>>>(f, out);
    expect_success();
    return out;
}

#define EXPECT_LANES(lanes, given, wanted)                                                     \
    do {                                                                                       \
        const int *out = warp(lanes, []([[maybe_unused]] int lane) -> int { return given; });  \
        for (int lane = 0; lane < (lanes); lane++)                                             \
            EXPECT(out[lane] == (wanted));                                                     \
    } while (0)

static void shuffles()
{
    EXPECT_LANES(32, __shfl_sync(ALL, lane * 3, 5), 15);
    EXPECT_LANES(32, __shfl_sync(ALL, lane * 3, lane + 1), (lane + 1) % 32 * 3);
    EXPECT_LANES(32, __shfl_sync(ALL, lane, -1), 31);
    EXPECT_LANES(32, __shfl_up_sync(ALL, lane, 3), lane < 3 ? lane : lane - 3);
    EXPECT_LANES(32, __shfl_down_sync(ALL, lane, 3), lane > 28 ? lane : lane + 3);
    EXPECT_LANES(32, __shfl_xor_sync(ALL, lane, 21), lane ^ 21);
}

static void widths()
{
    EXPECT_LANES(32, __shfl_sync(ALL, lane, 2, 8), lane / 8 * 8 + 2);
    EXPECT_LANES(32, __shfl_sync(ALL, lane, 10, 8), lane / 8 * 8 + 2);
    EXPECT_LANES(32, __shfl_up_sync(ALL, lane, 3, 8), lane % 8 < 3 ? lane : lane - 3);
    EXPECT_LANES(32, __shfl_down_sync(ALL, lane, 3, 8), lane % 8 > 4 ? lane : lane + 3);
    EXPECT_LANES(32, __shfl_xor_sync(ALL, lane, 1, 2), lane ^ 1);
    EXPECT_LANES(32, __shfl_down_sync(ALL, lane, 1, 1), lane);
    /* An earlier segment may be read by xor, a later one not. */
    EXPECT_LANES(32, __shfl_xor_sync(ALL, lane, 16, 16), lane < 16 ? lane : lane - 16);
}

/* 8 bytes and floating point go through whole. */
static void types()
{
    EXPECT_LANES(
        32, __shfl_xor_sync(ALL, lane * 0x100000001ll, 1) == (lane ^ 1) * 0x100000001ll, 1);
    EXPECT_LANES(
        32, __shfl_down_sync(ALL, ~0ull - lane, 1) == ~0ull - (lane < 31 ? lane + 1 : 31), 1);
    EXPECT_LANES(32, __shfl_up_sync(ALL, lane / 3.0, 1) == (lane ? lane - 1 : 0) / 3.0, 1);
    EXPECT_LANES(32, __shfl_sync(ALL, lane / 3.0f, 7) == 7 / 3.0f, 1);
    EXPECT_LANES(32, __shfl_sync(ALL, -lane - 1l, 7) == -8, 1);
    EXPECT_LANES(32, __shfl_sync(ALL, 1u << lane, 31) == 1u << 31, 1);
}

/* Two halves of a warp, each on its own, in other branches and other numbers of steps. */
static void partial_masks()
{
    EXPECT_LANES(32, lane < 16 ? __shfl_xor_sync(0xffff, lane, 1) : lane,
                 lane < 16 ? lane ^ 1 : lane);
    EXPECT_LANES(32,
                 lane % 2 ? __shfl_down_sync(0xaaaaaaaa, lane, 2)
                          : __shfl_up_sync(0x55555555, lane, 2),
                 lane % 2 ? (lane > 29 ? lane : lane + 2) : (lane < 2 ? lane : lane - 2));
    /* A source outside of the mask is undefined on a device: here it is junk. */
    EXPECT_LANES(32, lane < 8 ? __shfl_down_sync(0xff, lane, 4) : 0,
                 lane < 4   ? lane + 4
                 : lane < 8 ? JUNK
                            : 0);
}

/* The last warp of a block need not be full: its missing lanes are not waited for. */
static void ragged()
{
    EXPECT_LANES(40, __shfl_down_sync(ALL, lane, 1),
                 lane == 39   ? JUNK
                 : lane == 31 ? 31
                              : lane + 1);
    EXPECT_LANES(40, (int)__ballot_sync(ALL, 1), lane < 32 ? -1 : 0xff);
    EXPECT_LANES(1, __all_sync(ALL, 1), 1);
}

static void votes()
{
    EXPECT_LANES(32, __all_sync(ALL, lane < 32), 1);
    EXPECT_LANES(32, __all_sync(ALL, lane != 9), 0);
    EXPECT_LANES(32, __any_sync(ALL, lane == 9), 1);
    EXPECT_LANES(32, __any_sync(ALL, lane > 31), 0);
    EXPECT_LANES(32, __uni_sync(ALL, lane > 31), 1);
    EXPECT_LANES(32, __uni_sync(ALL, lane > 3), 0);
    EXPECT_LANES(32, (int)__ballot_sync(ALL, lane % 3 == 0 ? 256 : 0), 0x49249249);
    EXPECT_LANES(32, lane < 4 ? (int)__ballot_sync(0xf, lane & 1) : 0, lane < 4 ? 10 : 0);
    EXPECT_LANES(64, (int)__ballot_sync(ALL, lane == 33), lane < 32 ? 0 : 2);
}

static void matches()
{
    EXPECT_LANES(32, (int)__match_any_sync(ALL, lane % 4), 0x11111111 << lane % 4);
    EXPECT_LANES(32, (int)__match_any_sync(ALL, lane / 31 * 1e300),
                 lane == 31 ? 1 << 31 : 0x7fffffff);
    EXPECT_LANES(32, ({
                     int all;
                     unsigned m = __match_all_sync(ALL, 5, &all);
                     m == ALL &&all;
                 }),
                 1);
    EXPECT_LANES(32, ({
                     int all;
                     unsigned m = __match_all_sync(ALL, lane / 31, &all);
                     m || all;
                 }),
                 0);
}

static void reductions()
{
    EXPECT_LANES(32, __reduce_add_sync(ALL, lane - 10), 176);
    EXPECT_LANES(32, __reduce_min_sync(ALL, lane - 10), -10);
    EXPECT_LANES(32, __reduce_max_sync(ALL, lane - 40), -9);
    EXPECT_LANES(32, (int)__reduce_min_sync(ALL, (unsigned)lane - 10), 0);
    EXPECT_LANES(32, (int)__reduce_max_sync(ALL, (unsigned)lane - 10), -1);
    EXPECT_LANES(32, (int)__reduce_and_sync(ALL, 0xf0u | lane), 0xf0);
    EXPECT_LANES(32, (int)__reduce_or_sync(ALL, 1u << lane), -1);
    EXPECT_LANES(32, (int)__reduce_xor_sync(ALL, 1u << lane % 31), 0x7ffffffe);
    EXPECT_LANES(32, lane < 5 ? __reduce_add_sync(0x1f, lane) : 0, lane < 5 ? 10 : 0);
}

/* Memory written before __syncwarp() is seen after it, warp by warp, mask by mask. */
__global__ void sync_warps(int *out)
{
    __shared__ int own[128];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    own[threadIdx.x] = (int)threadIdx.x;
    for (int stride = 1; stride < 32; stride *= 2) {
        __syncwarp();
        int right = own[warp * 32 + (lane + stride) % 32];
        __syncwarp(ALL);
        own[threadIdx.x] += right;
    }
    if (lane < 8) {
        __syncwarp(0xff);
        out[warp * 8 + lane] = own[warp * 32 + 7 - lane];
    }
}

static void syncwarp()
{
    int *out = results<int>(32);
    sync_warps<<<2, 128>>>(out);
    expect_success();
    for (int i = 0; i < 32; i++)
        EXPECT(out[i] == 32 * 32 * (i / 8) + 496);
}

/* __activemask() names the lanes that come; an aggregated atomic built on it counts each once.
 */
__device__ int next_ticket(int *counter)
{
    unsigned mask = __activemask();
    int lane = threadIdx.x % 32, leader = __ffs((int)mask) - 1, first = 0;
    if (lane == leader)
        first = atomicAdd(counter, __popc(mask));
    return __shfl_sync(mask, first, leader) + __popc(mask & ((1u << lane) - 1));
}

__global__ void take_tickets(int *counter, int *taken, int *masks)
{
    if (threadIdx.x % 3 == 0)
        taken[next_ticket(counter)] = 1;
    __syncthreads();
    if (threadIdx.x % 2)
        masks[threadIdx.x] = (int)__activemask();
}

static void activemask()
{
    int *counter = results<int>(1), *taken = results<int>(300), *masks = results<int>(300);
    take_tickets<<<1, 300>>>(counter, taken, masks);
    expect_success();
    EXPECT(*counter == 100);
    for (int i = 0; i < 300; i++) {
        EXPECT(taken[i] == (i < 100));
        EXPECT(i % 2 == 0 || masks[i] == (i < 288 ? (int)0xaaaaaaaa : 0xaaa));
    }
}

/* Warps go on on their own, through thousands of shuffles, while others wait at a barrier. */
__global__ void reduce_rows(const int *in, int *out, int width)
{
    __shared__ int sums[32];
    int sum = 0, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        sum += in[i];
    for (int delta = 16; delta > 0; delta /= 2)
        sum += __shfl_down_sync(ALL, sum, delta);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < (int)blockDim.x / 32 ? sums[lane] : 0;
        for (int round = 0; round < 500; round++)
            sum = __shfl_xor_sync(ALL, sum, 0);
        for (int delta = 16; delta > 0; delta /= 2)
            sum += __shfl_xor_sync(ALL, sum, delta);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}

static void reduce()
{
    const int width = 5000;
    int *in = results<int>(width), *out = results<int>(20);
    for (int i = 0; i < width; i++)
        in[i] = i;
    reduce_rows<<<20, 1024>>>(in, out, width);
    expect_success();
    for (int i = 0; i < 20; i++)
        EXPECT(out[i] == width * (width - 1) / 2);
}

/* A warp that loops over votes until another warp of its block has written. */
__global__ void wait_for_warp(int *out)
{
    __shared__ volatile int ready;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x < 32)
        while (!__any_sync(ALL, ready))
            ;
    else if (threadIdx.x == 40)
        ready = 1;
    out[threadIdx.x] = ready;
}

static void loops_over_votes()
{
    int *out = results<int>(64);
    wait_for_warp<<<1, 64>>>(out);
    expect_success();
    EXPECT(out[5] == 1);
}

static const struct scenario scenarios[] = {
    {"shuffles", shuffles}, {"widths", widths},
    {"types", types},       {"partial_masks", partial_masks},
    {"ragged", ragged},     {"votes", votes},
    {"matches", matches},   {"reductions", reductions},
    {"syncwarp", syncwarp}, {"activemask", activemask},
    {"reduce", reduce},     {"loops_over_votes", loops_over_votes},
};
PLAY(scenarios)
