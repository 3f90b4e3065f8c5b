// Barriers that threads arrive at and wait for later, and copies that run meanwhile.
// prints: 4950, 528, 10, 4950, 496 40, 3 0, 4950, 4950, 4950
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <stdio.h>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

enum { N = 100, THREADS = 100, STAGES = 2, TILE = 10 };

// Each adds what its neighbour has written before both arrived.
__global__ void neighbours(int *sum)
{
    __shared__ block_barrier all;
    __shared__ int mine[THREADS];
    if (threadIdx.x == 0)
        init(&all, blockDim.x);
    __syncthreads();
    mine[threadIdx.x] = threadIdx.x;
    block_barrier::arrival_token token = all.arrive();
    int next = (threadIdx.x + 1) % THREADS;
    all.wait(std::move(token));
    atomicAdd(sum, mine[next]);
    all.arrive_and_wait();
    mine[next] = 0;
}

// A warp leaves, and the others go on without it.
__global__ void leave(int *sum)
{
    __shared__ block_barrier all;
    __shared__ int mine[64];
    if (threadIdx.x == 0)
        init(&all, blockDim.x);
    __syncthreads();
    if (threadIdx.x < 32) {
        mine[threadIdx.x] = threadIdx.x + 1;
        all.arrive_and_drop();
        return;
    }
    all.arrive_and_wait();
    atomicAdd(sum, mine[threadIdx.x - 32]);
    all.arrive_and_wait();
    mine[threadIdx.x] = 0;
}

// Ping and pong: two barriers, known by their phases' parities.
__global__ void turns(int *sum)
{
    __shared__ block_barrier ping, pong;
    __shared__ int ball;
    if (threadIdx.x == 0) {
        init(&ping, 1);
        init(&pong, 1);
        ball = 0;
    }
    __syncthreads();
    for (int i = 0; i < 5; i++)
        if (threadIdx.x == 0) {
            ball++;
            (void)ping.arrive();
            pong.wait_parity(i & 1);
        } else if (threadIdx.x == 32) {
            ping.wait_parity(i & 1);
            ball++;
            (void)pong.arrive();
        }
    if (threadIdx.x == 0)
        *sum = ball;
}

// A copy by all, and one by each, both waited for by a barrier.
__global__ void pieces(const int *in, int *sum)
{
    __shared__ block_barrier all;
    alignas(16) __shared__ int tile[N];
    if (threadIdx.x == 0)
        init(&all, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(cg::this_thread_block(), tile, in, cuda::aligned_size_t<16>(N / 2 * 4),
                       all);
    if (threadIdx.x < N / 2)
        cuda::memcpy_async(tile + N / 2 + threadIdx.x, in + N / 2 + threadIdx.x, sizeof(int),
                           all);
    all.arrive_and_wait();
    atomicAdd(sum, tile[N - 1 - threadIdx.x]);
}

// Each thread has a pipeline of its own, two tiles deep: only what has been waited for is read.
__global__ void own(const int *in, int *sum)
{
    __shared__ int tile[STAGES][32];
    auto pipe = cuda::make_pipeline();
    int total = 0;
    for (int fetched = 0, used = 0; used < 4; used++) {
        for (; fetched < 4 && fetched < used + STAGES; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[fetched % STAGES][threadIdx.x],
                               in + fetched * 8 + threadIdx.x % 8, sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        total += tile[used % STAGES][threadIdx.x];
        pipe.consumer_release();
    }
    if (threadIdx.x < 8)
        atomicAdd(sum, total);
    if (threadIdx.x == 1)
        sum[1] = total - 12;
}

__global__ void primitives(const int *in, int *sum)
{
    __shared__ int tile[2];
    tile[1] = 9;
    __pipeline_memcpy_async(&tile[0], in + 3, 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[1], in + 5, 4, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    sum[0] = tile[0];
    __pipeline_wait_prior(0);
    sum[1] = tile[1];
}

// All fill a tile of a stage, and all use it.
__global__ void shared(const int *in, int *sum)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ int tile[STAGES][TILE];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int fetched = 0, used = 0; used < N / TILE; used++) {
        for (; fetched < N / TILE && fetched < used + STAGES; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetched % STAGES], in + fetched * TILE,
                               sizeof tile[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        if (threadIdx.x < TILE)
            atomicAdd(sum, tile[used % STAGES][TILE - 1 - threadIdx.x]);
        pipe.consumer_release();
    }
}

// The first warp fills, the second uses.
__global__ void roles(const int *in, int *sum)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ int tile[STAGES][TILE];
    auto block = cg::this_thread_block();
    bool fills = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(
        block, &state, fills ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    for (int i = 0; i < N / TILE; i++)
        if (fills) {
            pipe.producer_acquire();
            if (threadIdx.x < TILE)
                cuda::memcpy_async(&tile[i % STAGES][threadIdx.x], in + i * TILE + threadIdx.x,
                                   sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            if (threadIdx.x - 32 < TILE)
                atomicAdd(sum, tile[i % STAGES][threadIdx.x - 32]);
            pipe.consumer_release();
        }
}

__global__ void by_group(const int *in, int *sum)
{
    __shared__ int tile[2][N / 2];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile[0], in, sizeof tile[0]);
    cg::memcpy_async(block, tile[1], N / 2, in + N / 2, N);
    cg::wait_prior<1>(block);
    if (threadIdx.x < N / 2)
        atomicAdd(sum, tile[0][N / 2 - 1 - threadIdx.x]);
    cg::wait(block);
    if (threadIdx.x < N / 2)
        atomicAdd(sum, tile[1][N / 2 - 1 - threadIdx.x]);
}

static int *d_in, *d_sum, sum[2];

static int *fetched()
{
    cudaMemcpy(sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaMemset(d_sum, 0, sizeof sum);
    return sum;
}

int main()
{
    int in[N];
    for (int i = 0; i < N; i++)
        in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof sum);
    neighbours<<<1, THREADS>>>(d_sum);
    printf("%d, ", *fetched());
    leave<<<1, 64>>>(d_sum);
    printf("%d, ", *fetched());
    turns<<<1, 64>>>(d_sum);
    printf("%d, ", *fetched());
    pieces<<<1, THREADS>>>(d_in, d_sum);
    printf("%d, ", *fetched());
    own<<<1, 32>>>(d_in, d_sum);
    fetched();
    printf("%d %d, ", sum[0], sum[1]);
    primitives<<<1, 1>>>(d_in, d_sum);
    fetched();
    printf("%d %d, ", sum[0], sum[1]);
    shared<<<1, 64>>>(d_in, d_sum);
    printf("%d, ", *fetched());
    roles<<<1, 64>>>(d_in, d_sum);
    printf("%d, ", *fetched());
    by_group<<<1, 64>>>(d_in, d_sum);
    printf("%d\n", *fetched());
    cudaFree(d_in);
    cudaFree(d_sum);
    return 0;
}
