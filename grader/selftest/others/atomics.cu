// cuda::atomic, cuda::atomic_ref and the compiler's own: a message, sums, the block's lock.
// prints: 1024 1024 2 42 7 1023 0
#include <cuda/atomic>
#include <stdio.h>

__device__ int data, sum, native;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;
__device__ float halves;
__device__ unsigned most;

__global__ void send(int *got)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        data = 42;
        flag.store(1, cuda::memory_order_release);
    } else {
        const volatile auto &sent = flag;
        while (!sent.load(cuda::memory_order_acquire))
            ;
        *got = data;
    }
}

__global__ void count()
{
    cuda::atomic_ref<int, cuda::thread_scope_device> all(sum);
    cuda::atomic_ref<unsigned> largest(most);
    all.fetch_add(1, cuda::memory_order_relaxed);
    __nv_atomic_fetch_add(&native, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    largest.fetch_max(blockIdx.x * blockDim.x + threadIdx.x);
    if (threadIdx.x == 0 && blockIdx.x < 4)
        cuda::atomic_ref<float>(halves) += 0.5f;
}

// A lock of the block: seven threads of different warps, one after the other.
__global__ void lock_of_block(int *total)
{
    __shared__ int locked, inside;
    if (threadIdx.x == 0)
        locked = inside = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> lock(locked);
    if (threadIdx.x % 32 == 0) {
        for (int open = 0; !lock.compare_exchange_weak(open, 1, cuda::memory_order_acquire);
             open = 0)
            ;
        inside++;
        lock.store(0, cuda::memory_order_release);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *total = inside;
}

int main()
{
    int *got, counted[2];
    float sum_of_halves;
    unsigned largest;
    cudaMallocManaged(&got, 2 * sizeof *got);
    send<<<2, 32>>>(got);
    count<<<4, 256>>>();
    lock_of_block<<<1, 7 * 32>>>(got + 1);
    cudaMemcpyFromSymbol(&counted[0], sum, sizeof(int));
    cudaMemcpyFromSymbol(&counted[1], native, sizeof(int));
    cudaMemcpyFromSymbol(&sum_of_halves, halves, sizeof(float));
    cudaMemcpyFromSymbol(&largest, most, sizeof(unsigned));
    cudaDeviceSynchronize();
    printf("%d %d %g %d %d %u %d\n", counted[0], counted[1], sum_of_halves, got[0], got[1],
           largest, cudaGetLastError());
    cudaFree(got);
    return 0;
}
