// prints: 7 1 2 1
/* An argument whose class has a destructor: the host copies and destroys it, and no thread of a
 * device does. */
#include <stdio.h>

static int copies, destroyed;

struct lock {
    int *word;
    lock()
    {
        cudaMalloc(&word, sizeof *word);
        cudaMemset(word, 0, sizeof *word);
    }
    lock(const lock &other) : word(other.word)
    {
        copies++;
    }
    ~lock()
    {
        destroyed++;
    }
    __device__ void take()
    {
        while (atomicCAS(word, 0, 1) != 0) {
        }
        __threadfence();
    }
    __device__ void give()
    {
        __threadfence();
        atomicExch(word, 0);
    }
};

__global__ void count(double weight, lock all, int *sum)
{
    if (threadIdx.x == 0) {
        all.take();
        *sum += (int)weight;
        all.give();
    }
    all.word = NULL; /* a thread's own */
}

int main()
{
    int *sum, is;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    {
        lock all;
        count<<<7, 64>>>(1.5, all, sum);
        cudaMemcpy(&is, sum, sizeof is, cudaMemcpyDeviceToHost);
        cudaFree(all.word);
    }
    printf("%d %d %d %d\n", is, copies, destroyed, destroyed == copies + 1);
    cudaFree(sum);
    return 0;
}
