// Prefix sums in two dimensions: along the rows, then along the columns of the result. Kogge
// and Stone's, in pieces of a block's size.
// prints: the last of 1024 x 1024 sums is 1048576
#include "check.cuh"
#include <vector>

#define SIZE 1024
#define BLOCK 256

// Block b scans line b, whose elements are `step` apart, and lines are `line` apart.
__global__ void scan_lines(int *values, int step, int line)
{
    __shared__ int sums[BLOCK];
    int t = threadIdx.x, carry = 0;
    values += (size_t)blockIdx.x * line;
    for (int first = 0; first < SIZE; first += BLOCK) {
        sums[t] = values[(size_t)(first + t) * step];
        for (int by = 1; by < BLOCK; by *= 2) {
            __syncthreads();
            int left = t >= by ? sums[t - by] : 0;
            __syncthreads();
            sums[t] += left;
        }
        __syncthreads();
        values[(size_t)(first + t) * step] = carry + sums[t];
        carry += sums[BLOCK - 1];
        __syncthreads();
    }
}

int main()
{
    std::vector<int> ones(SIZE * SIZE, 1);
    int *d_values = on_device(ones.data(), ones.size());
    scan_lines<<<SIZE, BLOCK>>>(d_values, 1, SIZE);
    CHECK(cudaGetLastError());
    scan_lines<<<SIZE, BLOCK>>>(d_values, SIZE, 1);
    to_host(ones.data(), d_values, ones.size());
    printf("the last of %d x %d sums is %d\n", SIZE, SIZE, ones.back());
    return 0;
}
