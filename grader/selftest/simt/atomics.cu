// Atomics of all types and ranges, from all blocks at once, and threads that wait for others.
#include "memory.cuh"

#define ROUNDS 16 /* enough for blocks to meet, and for sums of halves to be exact */

/* --- every operation, by what it leaves and what it returns ------------------------------- */

__global__ void sums(int *i, unsigned *u, unsigned long long *l, float *f, double *d,
                     unsigned *s)
{
    for (int round = 0; round < ROUNDS; round++) {
        atomicAdd(i, -1);
        atomicAdd(u, 3u);
        atomicAdd(l, 1ull << 33);
        atomicAdd(f, 0.5f);
        atomicAdd(d, 0.25);
        atomicSub(i + 1, 2);
        atomicAdd_block(s, 1u);
        atomicAdd_system(s + 1, 1u);
    }
}

static void adding()
{
    const int n = 512 * 64 * ROUNDS;
    int *i = results<int>(2);
    unsigned *u = results<unsigned>(1), *s = results<unsigned>(2);
    unsigned long long *l = results<unsigned long long>(1);
    float *f = results<float>(1);
    double *d = results<double>(1);
    sums<<<512, 64>>>(i, u, l, f, d, s);
    expect_success();
    EXPECT(i[0] == -n && i[1] == -2 * n);
    EXPECT(*u == 3 * n && *l == (1ull << 33) * n);
    EXPECT(*f == 0.5f * n && *d == 0.25 * n);
    EXPECT(s[0] == (unsigned)n && s[1] == (unsigned)n);
}

__global__ void extremes(int *i, unsigned *u, long long *l)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x) - 5000;
    atomicMin(i, x);
    atomicMax(i + 1, x);
    atomicMin(u, (unsigned)x);
    atomicMax(u + 1, (unsigned)x);
    atomicMin(l, x * 10000000000ll);
    atomicMax(l + 1, x * 10000000000ll);
}

static void comparing()
{
    int *i = results<int>(2);
    unsigned *u = results<unsigned>(2);
    long long *l = results<long long>(2);
    u[0] = 7;
    extremes<<<100, 100>>>(i, u, l);
    expect_success();
    EXPECT(i[0] == -5000 && i[1] == 4999);
    EXPECT(u[0] == 0 && u[1] == ~0u);
    EXPECT(l[0] == -50000000000000ll && l[1] == 49990000000000ll);
}

__global__ void bits(unsigned *u, unsigned long long *l)
{
    unsigned i = threadIdx.x;
    atomicOr(u, 1u << i);
    atomicAnd(u + 1, ~(1u << i));
    atomicXor(u + 2, 3u << i);
    atomicOr(l, 1ull << 2 * i);
}

static void masking()
{
    unsigned *u = results<unsigned>(3);
    unsigned long long *l = results<unsigned long long>(1);
    u[1] = ~0u;
    bits<<<1, 32>>>(u, l);
    expect_success();
    EXPECT(u[0] == ~0u && u[1] == 0 && u[2] == 1);
    EXPECT(*l == 0x5555555555555555ull);
}

/* Wrapping counters: each old value is handed out equally often. */
__global__ void wrap(unsigned *up, unsigned *down, int *seen)
{
    atomicAdd(&seen[atomicInc(up, 9)], 1);
    atomicAdd(&seen[10 + atomicDec(down, 9)], 1);
}

__global__ void wrap_from_outside(unsigned *u)
{
    u[2] = atomicInc(u, 5);
    u[3] = atomicDec(u + 1, 5);
}

static void wrapping()
{
    unsigned *u = results<unsigned>(4);
    int *seen = results<int>(20);
    wrap<<<100, 40>>>(u, u + 1, seen);
    expect_success();
    for (int i = 0; i < 20; i++)
        EXPECT(seen[i] == 400);
    u[0] = 77, u[1] = 77; /* beyond the limit: back to 0, or to the limit */
    wrap_from_outside<<<1, 1>>>(u);
    expect_success();
    EXPECT(u[0] == 0 && u[1] == 5 && u[2] == 77 && u[3] == 77);
}

/* Old values of exchanges and swaps: each is taken by one thread alone. */
__global__ void exchange(int *i, unsigned short *h, unsigned long long *l, float *f, int *taken)
{
    int self = (int)(blockIdx.x * blockDim.x + threadIdx.x) + 1;
    atomicAdd(&taken[atomicExch(i, self)], 1);
    unsigned short old = *h;
    while (atomicCAS(h, old, (unsigned short)(old + 1)) != old)
        old = *(volatile unsigned short *)h;
    unsigned long long big = *l;
    for (unsigned long long was; (was = atomicCAS(l, big, big + (1ull << 40))) != big;)
        big = was;
    atomicExch(f, 2.5f);
    atomicCAS(i + 1, 0, self);
}

static void exchanging()
{
    const int n = 64 * 32;
    int *i = results<int>(2), *taken = results<int>(n + 1);
    unsigned short *h = results<unsigned short>(2);
    unsigned long long *l = results<unsigned long long>(1);
    float *f = results<float>(1);
    exchange<<<64, 32>>>(i, h, l, f, taken);
    expect_success();
    taken[*i]++;
    for (int k = 0; k <= n; k++)
        EXPECT(taken[k] == 1);
    EXPECT(h[0] == n && h[1] == 0);
    EXPECT(*l == (1ull << 40) * n && *f == 2.5f && i[1] != 0);
}

__global__ void privatised(const unsigned char *text, int n, unsigned *bins)
{
    __shared__ unsigned own[16];
    if (threadIdx.x < 16)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[text[i] % 16], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

static void shared_bins()
{
    const int n = 100000;
    unsigned char *text = results<unsigned char>(n);
    unsigned *bins = results<unsigned>(16), want[16] = {0};
    for (int i = 0; i < n; i++)
        want[(text[i] = (unsigned char)(i * 7 + i / 100)) % 16]++;
    privatised<<<50, 128>>>(text, n, bins);
    expect_success();
    EXPECT(memcmp(bins, want, sizeof want) == 0);
}

/* --- waiting for others ------------------------------------------------------------------- */

/* Each block waits for the one before it, as a scan in one pass does. */
__global__ void chain(volatile int *flags, int *sums)
{
    if (threadIdx.x == 0) {
        int before = 0;
        if (blockIdx.x > 0) {
            while (flags[blockIdx.x - 1] == 0)
                ;
            __threadfence();
            before = sums[blockIdx.x - 1];
        }
        sums[blockIdx.x] = before + (int)blockIdx.x;
        __threadfence();
        flags[blockIdx.x] = 1;
    }
    __syncthreads();
}

static void waits_for_blocks()
{
    int *flags = results<int>(1000), *sums = results<int>(1000);
    chain<<<1000, 64>>>(flags, sums);
    expect_success();
    EXPECT(sums[999] == 999 * 500);
}

/* Threads of a block wait for the last one, by a plain volatile loop, an atomic, a fence, a
 * cached load or a sleep. */
template <int HOW> __global__ void wait_for_last(volatile int *flag, int *out)
{
    if (threadIdx.x == blockDim.x - 1)
        *flag = 1;
    int seen = 0;
    while (!seen) {
        seen = HOW == 0   ? *flag
               : HOW == 1 ? atomicAdd((int *)flag, 0)
               : HOW == 2 ? atomicCAS((int *)flag, 1, 1)
                          : __ldcg((int *)flag);
        if (HOW == 4)
            __nanosleep(100);
        if (HOW == 5)
            __threadfence();
    }
    out[threadIdx.x] = seen;
}

template <int HOW> static void expect_no_livelock(int threads)
{
    int *flag = results<int>(1), *out = results<int>(1024);
    wait_for_last<HOW><<<1, threads>>>(flag, out);
    expect_success();
    EXPECT(out[0] == 1 && out[threads - 1] == 1);
}

static void waits_in_block()
{
    expect_no_livelock<0>(4); /* each turn takes two ticks */
    expect_no_livelock<1>(1024);
    expect_no_livelock<2>(1024);
    expect_no_livelock<3>(1024);
    expect_no_livelock<4>(1024);
    expect_no_livelock<5>(1024);
}

/* A lock, taken and freed by every thread of every block. */
__global__ void lock_and_add(int *lock, volatile int *sum)
{
    while (atomicExch(lock, 1) != 0)
        ;
    __threadfence();
    *sum = *sum + 1;
    __threadfence();
    atomicExch(lock, 0);
}

static void locks()
{
    int *lock = results<int>(1), *sum = results<int>(1);
    lock_and_add<<<100, 32>>>(lock, sum);
    expect_success();
    EXPECT(*sum == 3200);
}

/* The block that finishes last adds up what the others have left. */
__global__ void last_block(int *parts, unsigned *done, int *total)
{
    __shared__ bool last;
    parts[blockIdx.x] = (int)blockIdx.x;
    __threadfence();
    if (threadIdx.x == 0)
        last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (unsigned i = 0; i < gridDim.x; i++)
            *total += parts[i];
}

static void last_one_adds()
{
    int *parts = results<int>(500), *total = results<int>(1);
    unsigned *done = results<unsigned>(1);
    last_block<<<500, 32>>>(parts, done, total);
    expect_success();
    EXPECT(*total == 500 * 499 / 2 && *done == 0);
}

static const struct scenario scenarios[] = {
    {"adding", adding},
    {"comparing", comparing},
    {"masking", masking},
    {"wrapping", wrapping},
    {"exchanging", exchanging},
    {"shared_bins", shared_bins},
    {"locks", locks},
    {"waits_for_blocks", waits_for_blocks},
    {"waits_in_block", waits_in_block},
    {"last_one_adds", last_one_adds},
};
PLAY(scenarios)
