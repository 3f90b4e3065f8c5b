// A cooperative launch whose blocks wait for each other, by turns on both halves of an array;
// and a launch that is not, whose blocks have their turn one after the other, again and again.
// prints: 1 1 1 0 256 720 12
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>
namespace cg = cooperative_groups;

// Heat along a rod: each step reads what all blocks have written in the one before.
__global__ void spread(float *now, float *then, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    for (int step = 0; step < steps; step++) {
        for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size())
            then[i] = 0.5f * now[i] + 0.25f * (now[i ? i - 1 : 0] + now[i < n - 1 ? i + 1 : i]);
        float *last = now;
        now = then;
        then = last;
        grid.sync();
    }
}

// The largest of all: a value each block, then the first block of these.
__global__ void largest(const int *in, int n, int *each, int *out)
{
    __shared__ int best;
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        best = in[0];
    block.sync();
    for (int i = (int)cg::this_grid().thread_rank(); i < n; i += (int)cg::this_grid().size())
        atomicMax(&best, in[i]);
    block.sync();
    if (block.thread_rank() == 0)
        each[blockIdx.x] = best;
    cg::sync(cg::this_grid());
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (int b = *out = 0; b < gridDim.x; b++)
            *out = max(*out, each[b]);
}

// The first block's second turn comes after the last one's first.
__device__ volatile int turn;
__global__ void take_turns(int rounds)
{
    for (int round = 0; threadIdx.x == 0 && round < rounds; round++) {
        while (turn != round * gridDim.x + blockIdx.x)
            ;
        __threadfence();
        turn = turn + 1;
    }
}

int main()
{
    const int n = 1000, steps = 9;
    float *rod, *other, sum = 0;
    int *numbers, *each, *out, blocks = 0, count = n;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, spread, 64, 0);
    blocks *= properties.multiProcessorCount;
    cudaMallocManaged(&rod, n * sizeof *rod);
    cudaMallocManaged(&other, n * sizeof *other);
    cudaMallocManaged(&numbers, n * sizeof *numbers);
    cudaMallocManaged(&each, blocks * sizeof *each);
    cudaMallocManaged(&out, sizeof *out);
    for (int i = 0; i < n; i++) {
        rod[i] = i == n / 2 ? 1 : 0;
        numbers[i] = i * 37 % n;
    }
    int given = steps;
    void *of_rod[] = {&rod, &other, &count, &given};
    void *of_numbers[] = {&numbers, &count, &each, &out};
    int turns = 0;
    take_turns<<<6, 32>>>(2);
    cudaMemcpyFromSymbol(&turns, turn, sizeof turns);
    cudaError_t first =
        cudaLaunchCooperativeKernel((void *)spread, dim3(blocks / 4), dim3(64), of_rod, 0, 0);
    cudaError_t second = cudaLaunchCooperativeKernel((const void *)largest, 5, 64, of_numbers);
    cudaError_t third = cudaLaunchCooperativeKernel((void *)spread, blocks + 1, 64, of_rod);
    cudaGetLastError();
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        sum += other[i];
    printf("%d %d %d %d %d %d %d\n", properties.cooperativeLaunch, sum == 1, *out == n - 1,
           first + second, blocks, third, turns);
    cudaFree(rod);
    cudaFree(other);
    cudaFree(numbers);
    cudaFree(each);
    cudaFree(out);
    return 0;
}
