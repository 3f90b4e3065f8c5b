// Barriers of a block: all threads wait for all, in every shape of block, in loops and
// recursion.
#include "memory.cuh"

__device__ unsigned linear()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

/* Each thread passes what it holds to its neighbour, `rounds` times: after n rounds all is
 * back. */
__global__ void pass_round(int *out, int rounds)
{
    __shared__ int held[1024];
    unsigned n = blockDim.x * blockDim.y * blockDim.z, i = linear();
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    held[i] = (int)i;
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int next = held[(i + 1) % n];
        __syncthreads();
        held[i] = next;
    }
    out[block * n + i] = held[i];
}

static void pass_round_in(dim3 grid, dim3 block, int rounds)
{
    unsigned n = block.x * block.y * block.z, blocks = grid.x * grid.y * grid.z;
    int *out = results<int>(n * blocks);
    pass_round<<<grid, block>>>(out, rounds);
    expect_success();
    for (unsigned i = 0; i < n * blocks; i++)
        EXPECT(out[i] == (int)((i % n + rounds) % n));
    cudaFree(out);
}

static void shapes()
{
    for (int n : {1, 2, 31, 32, 33, 63, 64, 65, 100, 255, 256, 257, 511, 1000, 1023, 1024})
        pass_round_in(3, n, 5);
    pass_round_in(dim3(2, 3), dim3(16, 16), 4);
    pass_round_in(dim3(2, 1, 2), dim3(5, 7, 3), 4);
    pass_round_in(1, dim3(2, 2, 64), 3);
    pass_round_in(dim3(1, 1, 5), dim3(1, 1024), 3);
    pass_round_in(257, 33, 3);
}

static void long_loops()
{
    pass_round_in(4, 64, 20000);
}

/* Every index that a thread may ask for. */
__global__ void note_indices(uint3 *threads, uint3 *blocks, dim3 *shapes)
{
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned i = block * blockDim.x * blockDim.y * blockDim.z + linear();
    threads[i] = threadIdx;
    blocks[i] = blockIdx;
    shapes[2 * i] = blockDim;
    shapes[2 * i + 1] = gridDim;
}

static void indices()
{
    dim3 grid(3, 4, 5), block(7, 3, 2);
    unsigned n = 60 * 42, i = 0;
    uint3 *threads = results<uint3>(n), *blocks = results<uint3>(n);
    dim3 *shapes = results<dim3>(2 * n);
    note_indices<<<grid, block>>>(threads, blocks, shapes);
    expect_success();
    for (unsigned b = 0; b < 60; b++)
        for (unsigned t = 0; t < 42; t++, i++) {
            EXPECT(threads[i].x == t % 7 && threads[i].y == t / 7 % 3 &&
                   threads[i].z == t / 21);
            EXPECT(blocks[i].x == b % 3 && blocks[i].y == b / 3 % 4 && blocks[i].z == b / 12);
            EXPECT(shapes[2 * i].x == 7 && shapes[2 * i].y == 3 && shapes[2 * i].z == 2);
            EXPECT(shapes[2 * i + 1].x == 3 && shapes[2 * i + 1].z == 5);
        }
}

/* Barriers that count, one after the other, with other predicates each time. */
__global__ void count_votes(int *counts, int *ands, int *ors)
{
    unsigned i = threadIdx.x;
    for (unsigned round = 0; round < 40; round++) {
        int count = __syncthreads_count(i % 40 < round);
        int all = __syncthreads_and(i < blockDim.x - round % 2);
        int any = __syncthreads_or(i == 3 && round % 3 == 0);
        counts[round * blockDim.x + i] = count;
        ands[round * blockDim.x + i] = all;
        ors[round * blockDim.x + i] = any;
    }
}

static void votes()
{
    const unsigned n = 100;
    int *counts = results<int>(40 * n), *ands = results<int>(40 * n),
        *ors = results<int>(40 * n);
    count_votes<<<1, n>>>(counts, ands, ors);
    expect_success();
    for (unsigned i = 0; i < 40 * n; i++) {
        unsigned round = i / n;
        EXPECT(counts[i] == (int)(2 * round + (round < 20 ? round : 20)));
        EXPECT(!ands[i] == (round % 2 != 0));
        EXPECT(!ors[i] == (round % 3 != 0));
    }
}

/* A barrier inside a function that calls itself, with a local array at each level. */
__device__ int descend(int *shared, int depth)
{
    int local[16];
    for (int i = 0; i < 16; i++)
        local[i] = depth * 16 + i + (int)threadIdx.x;
    shared[threadIdx.x] = local[depth % 16];
    __syncthreads();
    int seen = shared[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    int below = depth > 0 ? descend(shared, depth - 1) : 0;
    int check = 0;
    for (int i = 0; i < 16; i++)
        check += local[i] - depth * 16 - i - (int)threadIdx.x;
    return check + below + seen -
           (depth * 16 + depth % 16 + (int)(threadIdx.x + 1) % (int)blockDim.x);
}

__global__ void recurse(int *out)
{
    __shared__ int shared[96];
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1 + descend(shared, 40);
}

static void recursion()
{
    int *out = results<int>(5 * 96);
    EXPECT(cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10) == cudaSuccess); /* for a device */
    recurse<<<5, 96>>>(out);
    expect_success();
    for (int i = 0; i < 5 * 96; i++)
        EXPECT(out[i] == 1);
}

/* Blocks share nothing: each finds only what its own threads have written. */
__global__ void reverse(const int *in, int *out)
{
    extern __shared__ int own[];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!in)
        return;
    own[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = own[blockDim.x - 1 - threadIdx.x];
}

static void dynamic_shared()
{
    const int blocks = 300, n = 192;
    int *in = results<int>(blocks * n), *out = results<int>(blocks * n);
    for (int i = 0; i < blocks * n; i++)
        in[i] = i * 7;
    reverse<<<blocks, n, n * sizeof(int)>>>(in, out);
    expect_success();
    for (int i = 0; i < blocks * n; i++)
        EXPECT(out[i] == 7 * (i / n * n + n - 1 - i % n));
    reverse<<<1, n>>>(NULL, out); /* has none and needs none */
    expect_success();
}

/* Nothing is 0 by luck: shared memory that nobody has written holds junk, launch by launch. */
__global__ void read_unwritten(int *out)
{
    __shared__ int fixed[64];
    extern __shared__ int dynamic[];
    out[2 * threadIdx.x] = fixed[threadIdx.x];
    out[2 * threadIdx.x + 1] = dynamic[threadIdx.x];
    __syncthreads();
    fixed[threadIdx.x] = dynamic[threadIdx.x] = 0;
}

__global__ void read_never_written(int *out)
{
    __shared__ int never[64];
    out[threadIdx.x] = never[threadIdx.x];
}

static void junk()
{
    int *out = results<int>(128);
    read_never_written<<<1, 64>>>(out);
    expect_success();
    for (int i = 0; i < 64; i++)
        EXPECT(out[i] == (int)0xffc0bad0);
    for (int launch = 0; launch < 3; launch++) {
        read_unwritten<<<1, 64, 256>>>(out);
        expect_success();
        for (int i = 0; i < 128; i++)
            EXPECT(out[i] == (int)0xffc0bad0);
    }
}

/* Threads that do not wait at all run in order, and one that waits does not disturb the others.
 */
__global__ void half_waits(int *out)
{
    if (threadIdx.x < 32)
        __syncwarp();
    out[threadIdx.x] = (int)threadIdx.x;
}

static void some_wait()
{
    int *out = results<int>(256);
    half_waits<<<1, 256>>>(out);
    expect_success();
    for (int i = 0; i < 256; i++)
        EXPECT(out[i] == i);
}

/* Prints a number that depends on every result, for runs with other workers to compare. */
static void digest()
{
    const int blocks = 64, n = 128;
    int *in = results<int>(blocks * n), *out = results<int>(blocks * n);
    unsigned long long sum = 0;
    for (int i = 0; i < blocks * n; i++)
        in[i] = i * 2654435761u % 1000;
    reverse<<<blocks, n, n * sizeof(int)>>>(in, out);
    pass_round<<<dim3(8, 8), n>>>(in, 77);
    expect_success();
    for (int i = 0; i < blocks * n; i++)
        sum = sum * 31 + (unsigned)out[i] + 7u * (unsigned)in[i];
    printf("%llu\n", sum);
}

/* Early returns are tolerated where the program says so. */
__global__ void return_early(int *out)
{
    __shared__ int all[64];
    if (threadIdx.x >= 50)
        return;
    for (int round = 0; round < 3; round++) {
        all[threadIdx.x] = (int)threadIdx.x + round;
        __syncthreads();
        out[threadIdx.x] = all[49 - threadIdx.x];
        __syncthreads();
    }
}

static void tolerated()
{
    int *out = results<int>(64);
    simt_set_tolerate_exited(true);
    return_early<<<2, 64>>>(out);
    expect_success();
    for (int i = 0; i < 64; i++)
        EXPECT(out[i] == (i < 50 ? 51 - i : 0));
}

/* Each thread has more values than there are registers, and finds them as they were. The asm
 * keeps the compiler from computing them again. */
#define EACH(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define FILL(i)                                                                                \
    unsigned long long whole##i = i * salt;                                                    \
    double real##i = i + (double)salt;                                                         \
    asm volatile("" : "+r"(whole##i), KEEP_REAL(real##i));
#define COMPARE(i) wrong += whole##i != i * salt || real##i != i + (double)salt;
#if defined(__x86_64__)
#define KEEP_REAL(value) "+x"(value)
#else
#define KEEP_REAL(value) "+w"(value)
#endif

__global__ void keep_values(int *out)
{
    unsigned long long salt = 0x100000001ull * (threadIdx.x + 1);
    long double longer = salt;
    int wrong = 0;
    for (int round = 0; round < 3; round++) {
        EACH(FILL)
        __syncthreads();
        EACH(COMPARE)
    }
    out[threadIdx.x] = wrong + (longer != salt);
}

/* It calls nothing, so that a compiler may put its array below the stack pointer. */
__global__ void keep_array(int *out)
{
    volatile int own[8];
    for (int i = 0; i < 8; i++)
        own[i] = 8 * (int)threadIdx.x + i;
    __syncthreads();
    int wrong = 0;
    for (int i = 0; i < 8; i++)
        wrong += own[i] != 8 * (int)threadIdx.x + i;
    out[threadIdx.x] = wrong;
}

static void values()
{
    for (void (*kernel)(int *) : {keep_values, keep_array}) {
        int *out = results<int>(70);
        kernel<<<1, 70>>>(out);
        expect_success();
        for (int i = 0; i < 70; i++)
            EXPECT(out[i] == 0);
        cudaFree(out);
    }
}

static const struct scenario scenarios[] = {
    {"shapes", shapes},       {"long_loops", long_loops}, {"indices", indices},
    {"votes", votes},         {"recursion", recursion},   {"dynamic", dynamic_shared},
    {"junk", junk},           {"some_wait", some_wait},   {"digest", digest},
    {"tolerated", tolerated}, {"values", values},
};
PLAY(scenarios)
