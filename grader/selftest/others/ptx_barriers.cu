// Barriers of inline PTX with a number and a count, and mbarrier: who produces, who consumes.
// prints: numbered 496 496 496, all 4 rounds; mbarrier 2016 and 2016, with copies 3; 64 dropped
#include <stdint.h>
#include <stdio.h>

constexpr int ROUNDS = 4, WARP = 32;

__device__ void sync_some(int number, int count)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}

/* Warp 0 fills a buffer in each round, and warps 1 to 3 add it up: 1 says that it is full, 2
 * that it is read. */
__global__ void pass_on(int *sums)
{
    __shared__ int buffer[WARP];
    int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    for (int round = 0; round < ROUNDS; round++) {
        if (warp == 0) {
            if (round > 0)
                sync_some(2, 4 * WARP);
            buffer[lane] = lane + round;
            asm volatile("bar.arrive 1, 128;" ::: "memory");
        } else {
            asm volatile("barrier.sync.aligned 1, 128;" ::: "memory");
            if (lane == 0)
                for (int i = 0; i < WARP; i++)
                    sums[warp - 1] += buffer[i] - round;
            if (round + 1 < ROUNDS)
                asm volatile("bar.arrive 2, 128;" ::: "memory");
        }
    }
    asm volatile("bar.sync 3;" ::: "memory");
}

__device__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

__device__ bool is_over(uint32_t barrier, uint64_t state)
{
    uint32_t over;
    asm volatile("{ .reg .pred p;\n"
                 "mbarrier.test_wait.shared.b64 p, [%1], %2;\n"
                 "selp.b32 %0, 1, 0, p; }"
                 : "=r"(over)
                 : "r"(barrier), "l"(state)
                 : "memory");
    return over;
}

__device__ void wait_for_parity(uint32_t barrier, uint32_t parity)
{
    asm volatile("{ .reg .pred p;\n"
                 "again:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                 "@p bra done;\n"
                 "bra again;\n"
                 "done: }" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

/* Each thread reads what its neighbour has written in the same phase. */
__global__ void by_mbarrier(const int *in, int *sums, int *after)
{
    __shared__ uint64_t words[2];
    __shared__ int row[64];
    __shared__ __align__(16) int copied[64];
    uint32_t barrier = shared_address(&words[0]), copies = shared_address(&words[1]);
    uint64_t state;
    int other = (threadIdx.x + 1) % blockDim.x;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(blockDim.x));
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(copies));
    }
    __syncthreads();

    row[threadIdx.x] = threadIdx.x;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(barrier)
                 : "memory");
    while (!is_over(barrier, state))
        continue;
    atomicAdd(&sums[0], row[other]);
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
    wait_for_parity(barrier, 1);
    row[threadIdx.x] = 63 - threadIdx.x;
    asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
    wait_for_parity(barrier, 0);
    atomicAdd(&sums[1], row[other]);

    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&copied[threadIdx.x])),
        "l"(&in[threadIdx.x])
        : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(copies) : "memory");
    wait_for_parity(copies, 0);
    if (copied[other] == 3)
        atomicAdd(after, 3);
    __syncthreads();
    if (threadIdx.x == 0) {
        after[1] = (int)(words[0] != words[1]);
        asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(copies));
    }
}

int main()
{
    int *sums, *in;
    cudaMallocManaged(&sums, 7 * sizeof(int));
    cudaMallocManaged(&in, 64 * sizeof(int));
    for (int i = 0; i < 64; i++)
        in[i] = i;
    for (int i = 0; i < 7; i++)
        sums[i] = 0;
    pass_on<<<1, 4 * WARP>>>(sums);
    by_mbarrier<<<1, 64>>>(in, sums + 3, sums + 5);
    cudaError_t error = cudaDeviceSynchronize();
    printf(
        "numbered %d %d %d, all %d rounds; mbarrier %d and %d, with copies %d; %d dropped%s\n",
        sums[0] / ROUNDS, sums[1] / ROUNDS, sums[2] / ROUNDS, ROUNDS, sums[3], sums[4], sums[5],
        64 * sums[6], error ? cudaGetErrorString(error) : "");
    cudaFree(sums);
    cudaFree(in);
}
