// CUB by its own headers: of a warp, a block, and the whole device, with kernels of its own.
// prints: 8128 127, 496 31, 49995000, 49985001
#include <cub/cub.cuh>
#include <stdio.h>

static const int N = 10000, THREADS = 128;

__global__ void of_block(const int *in, int *out)
{
    using Reduce = cub::BlockReduce<int, THREADS>;
    using Scan = cub::BlockScan<int, THREADS>;
    __shared__ typename Reduce::TempStorage reduce;
    __shared__ typename Scan::TempStorage scan;
    int sum = Reduce(reduce).Sum(in[threadIdx.x]), before;
    Scan(scan).ExclusiveSum(1, before);
    if (threadIdx.x == 0)
        out[0] = sum;
    if (threadIdx.x == THREADS - 1)
        out[1] = before;
}

__global__ void of_warp(const int *in, int *out)
{
    using Reduce = cub::WarpReduce<int>;
    __shared__ typename Reduce::TempStorage reduce[THREADS / 32];
    int sum = Reduce(reduce[threadIdx.x / 32]).Sum(in[threadIdx.x]);
    int most = Reduce(reduce[threadIdx.x / 32]).Reduce(in[threadIdx.x], cub::Max());
    if (threadIdx.x == 0)
        out[0] = sum, out[1] = most;
}

static void *scratch;
static size_t scratch_bytes;

// First CUB says how much room it needs, and then does it.
template <class Call> static void with_scratch(Call call)
{
    scratch = NULL;
    call();
    cudaMalloc(&scratch, scratch_bytes);
    call();
    cudaFree(scratch);
}

static int value_of(const int *d_x)
{
    int x;
    cudaMemcpy(&x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    return x;
}

int main()
{
    static int in[N];
    int *d_in, *d_out;
    for (int i = 0; i < N; i++)
        in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    of_block<<<1, THREADS>>>(d_in, d_out);
    printf("%d %d, ", value_of(d_out), value_of(d_out + 1));
    of_warp<<<1, THREADS>>>(d_in, d_out);
    printf("%d %d, ", value_of(d_out), value_of(d_out + 1));

    with_scratch([&] { cub::DeviceReduce::Sum(scratch, scratch_bytes, d_in, d_out, N); });
    printf("%d, ", value_of(d_out));
    with_scratch(
        [&] { cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, d_in, d_out, N); });
    printf("%d\n", value_of(d_out + N - 1));

    cudaFree(d_in), cudaFree(d_out);
    return 0;
}
