// Thrust by its own headers, among kernels and copies: memory is one, and so is the order.
// prints: 3 141, 9900, 1313400 56, 198 0, 7 5, 4950, 6, 60
#include <stdio.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

struct square {
    __host__ __device__ int operator()(int x) const
    {
        return x * x;
    }
};

struct product {
    template <class Pair> __host__ __device__ int operator()(const Pair &pair) const
    {
        return thrust::get<0>(pair) * thrust::get<1>(pair);
    }
};

__global__ void twice(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 2;
}

__global__ void sum_in_thread(const int *p, int *sum)
{
    *sum = thrust::reduce(thrust::seq, p, p + 3, 0, thrust::plus<int>());
}

int main()
{
    int shuffled[] = {141, 3, 59, 26}, host;
    thrust::device_vector<int> few(shuffled, shuffled + 4);
    thrust::sort(few.begin(), few.end());
    printf("%d %d, ", (int)few[0], (int)few.back());

    thrust::host_vector<int> numbers(100);
    for (int i = 0; i < 100; i++)
        numbers[i] = i * 37 % 100;
    thrust::device_vector<int> d_numbers = numbers;
    thrust::sort(d_numbers.begin(), d_numbers.end());
    twice<<<1, 128>>>(thrust::raw_pointer_cast(d_numbers.data()), 100);
    printf("%d, ", thrust::reduce(d_numbers.begin(), d_numbers.end()));
    thrust::transform(d_numbers.begin(), d_numbers.end(), d_numbers.begin(), square());
    thrust::inclusive_scan(d_numbers.begin(), d_numbers.end(), d_numbers.begin());
    numbers = d_numbers;
    printf("%d %d, ", numbers[99], (int)d_numbers[3]);

    int *d_raw;
    cudaMalloc(&d_raw, 100 * sizeof *d_raw);
    thrust::device_ptr<int> wrapped(d_raw);
    thrust::sequence(wrapped, wrapped + 100);
    twice<<<1, 128>>>(d_raw, 100);
    thrust::sort(thrust::device, d_raw, d_raw + 100, thrust::greater<int>());
    cudaMemcpy(&host, d_raw + 99, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d, ", (int)wrapped[0], host);

    thrust::device_vector<int> keys(3, 4), values(3, 1);
    keys[1] = 2, keys[2] = 5, values[1] = 7;
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
    auto pairs = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), values.begin()));
    int sum = thrust::transform_reduce(pairs, pairs + 3, product(), 0, thrust::plus<int>());
    printf("%d %d, ", (int)values[0], sum - 2 * 7 - 4);
    thrust::host_vector<int> still(100);
    thrust::sequence(still.begin(), still.end());
    printf("%d, ", thrust::reduce(still.begin(), still.end()));

    thrust::device_vector<int> result(1);
    thrust::sequence(d_numbers.begin(), d_numbers.end(), 1);
    int *d_result = thrust::raw_pointer_cast(result.data());
    const int *d_first = thrust::raw_pointer_cast(d_numbers.data());
    sum_in_thread<<<1, 1>>>(d_first, d_result);
    printf("%d, ", (int)result[0]);

    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpyAsync(d_raw, d_first, 10 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    sum = thrust::reduce(thrust::cuda::par.on(stream), wrapped, wrapped + 10, 5);
    printf("%d\n", sum);
    cudaStreamDestroy(stream);
    cudaFree(d_raw);
    return 0;
}
