// tasks: square_elements
// how: it asks which blocks fill the device, by a function of its own as well, throws and
// catches an exception of its own class, and has suffixes for sizes
#include "matmul_naive.h"
#include <exception>
#include <stdexcept>
#include <stdlib.h>
#include <string>

constexpr size_t operator""_KB(unsigned long long n)
{
    return n << 10;
}

class cuda_error : public std::exception
{
    std::string words;

  public:
    explicit cuda_error(std::string words) : words(std::move(words))
    {
    }
    ~cuda_error() override
    {
        words.clear();
    }
    const char *what() const noexcept override
    {
        return words.c_str();
    }
};

static void must(cudaError_t error, const char *call)
{
    if (error != cudaSuccess)
        throw cuda_error(std::string(call) + ": " + cudaGetErrorString(error));
}

__global__ void square(const int *in, int *out, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < count; i += (size_t)gridDim.x * blockDim.x)
        out[i] = in[i] * in[i];
}

static int by_size(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height, told = 0;
    int grid = 0, blocks[3] = {0, 0, 0};
    size_t most = 4_KB;
    auto shared_for = [&](int threads) { return threads < 0 ? most : 0; };
    try {
        must(cudaErrorInvalidValue, "nothing was called");
    } catch (const cuda_error &error) {
        told = std::string(error.what()).size();
    }
    try {
        throw std::runtime_error("nor here");
    } catch (const std::exception &error) {
        told += error.what()[0] == 'n';
    }
    must(cudaOccupancyMaxPotentialBlockSize(&grid, &blocks[0], square, 0, 0), "blocks");
    must(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &blocks[1], square, shared_for),
         "blocks");
    qsort(blocks, 3, sizeof *blocks, by_size);
    if (count && told > 0 && blocks[1] > 0)
        square<<<grid, blocks[0]>>>(d_in, d_out, count);
    must(cudaGetLastError(), "square");
}
