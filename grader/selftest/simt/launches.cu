// Launches: which configurations a device refuses, with which error, and that nothing runs
// then.
#include "memory.cuh"

__global__ void count(int *runs)
{
    atomicAdd(runs, 1);
}

/* The launch is refused with `error`, runs nothing, and leaves no error behind. */
static void refused(int *runs, cudaError_t error, dim3 grid, dim3 block, size_t shared = 0)
{
    *runs = 0;
    count<<<grid, block, shared>>>(runs);
    EXPECT(cudaPeekAtLastError() == error);
    EXPECT(cudaGetLastError() == error);
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    EXPECT(*runs == 0);
    EXPECT(strcmp(simt_fault_text(), "") == 0);
}

static void accepted(int *runs, dim3 grid, dim3 block, size_t shared = 0)
{
    *runs = 0;
    count<<<grid, block, shared>>>(runs);
    expect_success();
    EXPECT(*runs == (int)(grid.x * grid.y * grid.z * block.x * block.y * block.z));
}

static void configurations()
{
    int *runs = results<int>(1);
    accepted(runs, 1, 1024);
    accepted(runs, 3, dim3(4, 4, 64));
    accepted(runs, dim3(1, 65535), 1);
    accepted(runs, dim3(70000), 1);
    for (dim3 block : {dim3(1025), dim3(2048), dim3(32, 33), dim3(1, 1, 65), dim3(0),
                       dim3(1, 0), dim3(1, 1, 0), dim3(65536, 65536)})
        refused(runs, cudaErrorInvalidConfiguration, 1, block);
    for (dim3 grid : {dim3(0), dim3(1, 0), dim3(1, 1, 0), dim3(1, 65536), dim3(1, 1, 65536),
                      dim3(0x80000000u)})
        refused(runs, cudaErrorInvalidConfiguration, grid, 32);
}

static void shared_memory()
{
    int *runs = results<int>(1);
    accepted(runs, 2, 32, 48 << 10);
    refused(runs, cudaErrorInvalidValue, 1, 32, (48 << 10) + 1);
    EXPECT(cudaFuncSetAttribute(count, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                100 << 10) == cudaSuccess);
    accepted(runs, 2, 32, 100 << 10);
    refused(runs, cudaErrorInvalidValue, 1, 32, (100 << 10) + 1);
}

static void counted()
{
    int *runs = results<int>(1);
    unsigned long long before = simt_launches();
    count<<<1, 1>>>(runs);
    count<<<0, 1>>>(runs);
    EXPECT(simt_launches() == before + 2);
    EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
    EXPECT(!simt_in_kernel());
}

/* Thousands of small launches take no noticeable time each. */
static void many()
{
    int *runs = results<int>(1);
    for (int i = 0; i < 5000; i++)
        count<<<1 + i % 3, 32>>>(runs);
    expect_success();
    EXPECT(*runs == 5000 / 3 * 192 + 32 + 64);
}

/* The translator would refuse it in the kernel itself. */
#define LAUNCH_COUNT(runs) count<<<1, 1>>>(runs)

__global__ void launch_from_kernel(int *runs)
{
    LAUNCH_COUNT(runs); // nested
}

static void nested()
{
    launch_from_kernel<<<1, 1>>>(results<int>(1));
    tell_fault();
}

__global__ void ask_for_memory(int *given, size_t bytes, int times)
{
    for (int i = 0; i < times; i++) {
        void *room = malloc(bytes);
        if (room)
            atomicAdd(given, 1);
        free(room);
    }
}

static int given(unsigned blocks, size_t bytes, int times)
{
    int *count = results<int>(1);
    ask_for_memory<<<blocks, 1>>>(count, bytes, times);
    expect_success();
    return *count;
}

/* Blocks that a device holds at once share the heap; one that asks again, and blocks of other
 * launches, have what has been given back. */
static void heap_of_kernels()
{
    EXPECT(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4096) == cudaSuccess);
    EXPECT(!simt_heap_was_full());
    EXPECT(given(2, 2048, 100) == 200);
    EXPECT(given(2, 2048, 1) == 2);
    EXPECT(!simt_heap_was_full());
    EXPECT(given(5, 2000, 1) == 2);
    EXPECT(simt_heap_was_full() && !simt_heap_was_full());
    EXPECT(given(1, 4097, 1) == 0);
    EXPECT(given(132 * 32 + 40, 2048, 1) == 4);
    EXPECT(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8192) == cudaErrorInvalidValue);
    EXPECT(cudaDeviceReset() == cudaSuccess);
    EXPECT(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8192) == cudaSuccess);
}

static const struct scenario scenarios[] = {
    {"heap_of_kernels", heap_of_kernels},
    {"configurations", configurations},
    {"shared_memory", shared_memory},
    {"counted", counted},
    {"many", many},
    {"nested", nested},
};
PLAY(scenarios)
