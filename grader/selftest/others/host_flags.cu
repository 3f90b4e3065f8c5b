// A kernel waits for a flag of the host's; what was written before it is there.
// prints: 42
#include <atomic>
#include <stdio.h>
#include <stdlib.h>
__global__ void take(int *flag, int *data, int *out)
{
    if (blockIdx.x == 0) {
        while (atomicAdd_system(flag, 0) == 0)
            ;
        __threadfence_system();
    }
    out[blockIdx.x] = data[blockIdx.x];
}
int main(int argc, char **argv)
{
    int which = argc > 1 ? atoi(argv[1]) : 0;
    std::atomic<int> *flag;
    int *data, *out;
    cudaMallocManaged(&flag, sizeof *flag);
    cudaMallocHost(&data, 8);
    cudaMallocManaged(&out, 8);
    flag->store(0), data[0] = data[1] = 1;
    take<<<which == 2 ? 2 : 1, 1>>>((int *)flag, data, out);
    if (which == 0)
        data[0] = 42;
    if (which == 2)
        data[1] = 42; // a block that does not wait reads it
    flag->store(1);
    if (which == 1)
        data[0] = 42; // behind the flag
    cudaDeviceSynchronize();
    printf("%d\n", out[0]);
    cudaFree(flag), cudaFreeHost(data), cudaFree(out);
    return 0;
}
