// prints: 7 1 2 1 31 5
/* Arguments of launches. One whose class has a destructor: the host copies and destroys it, and
 * no thread of a device does. NULL for a pointer and for a number, where a kernel has a twin or
 * is a template, too. A reference to managed memory. */
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

__global__ void plain(int *a, const float *b, int c)
{
    *a = (b == NULL) + c;
}

__global__ void twin(int *a, const float *b)
{
    *a += (b == NULL) * 2;
}

template <int N> __global__ void twin(int *a, const float *b)
{
    *a += (b == NULL) * N;
}

template <class T> __global__ void of_type(T *a, const float *b, int c)
{
    *a += (b == NULL) * c;
}

static int sum_of_nulls(int *sum)
{
    int is;
    plain<<<1, 1, 0, NULL>>>(sum, NULL, NULL);
    twin<<<1, 1>>>(sum, NULL);
    twin<4><<<1, 1>>>(sum, NULL);
    of_type<<<1, 1>>>(sum, NULL, 8);
    of_type<int><<<1, 1>>>(sum, NULL, 16);
    cudaMemcpy(&is, sum, sizeof is, cudaMemcpyDeviceToHost);
    return is;
}

struct sums {
    int first, second;
};

__global__ void by_reference(const int &by, sums &both)
{
    both.second += both.first * by;
}

static int sum_by_reference()
{
    sums *both;
    int is;
    cudaMallocManaged(&both, sizeof *both);
    both->first = 2, both->second = 1;
    by_reference<<<1, 1>>>(both->first, *both);
    cudaDeviceSynchronize();
    is = both->second;
    cudaFree(both);
    return is;
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
    printf("%d %d %d %d ", is, copies, destroyed, destroyed == copies + 1);
    printf("%d %d\n", sum_of_nulls(sum), sum_by_reference());
    cudaFree(sum);
    return 0;
}
