// Volatile writes that nothing orders, in a program with a main() of its own: three notes,
// and a turn that is passed on as it should be.

__device__ volatile unsigned word, data, flag, turn;
__device__ unsigned lock;

__global__ void beside_an_atomic()
{
    if (blockIdx.x == 0)
        atomicExch((unsigned *)&word, 1);
    else
        word = 2;
}
__global__ void after_the_flag(unsigned *seen)
{
    if (blockIdx.x == 0) {
        __threadfence();
        flag = 1;
        *seen = data;
        return;
    }
    while (flag == 0)
        ;
    data = 1;
}
__global__ void outside_of_the_lock(unsigned *seen)
{
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    seen[blockIdx.x] = word;
    __threadfence();
    atomicExch(&lock, 0);
    if (blockIdx.x == 0)
        word = 3;
}
__global__ void by_turns(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        while (turn % 2 != blockIdx.x)
            ;
        __threadfence();
        turn = turn + 1;
    }
}
int main()
{
    unsigned *seen;
    cudaMalloc(&seen, 8);
    beside_an_atomic<<<2, 1>>>();
    after_the_flag<<<2, 1>>>(seen);
    outside_of_the_lock<<<2, 1>>>(seen);
    by_turns<<<2, 1>>>(5);
    return cudaFree(seen);
}
