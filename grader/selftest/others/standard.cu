// cuda::std has the names of the C++ library, for host and device; <cuda/cmath> rounds numbers.
//
// prints: 3 of 4, 0.5; 334 1000 996 9 10 16 31 3
#include <cuda/cmath>
#include <cuda/std/array>
#include <cuda/std/chrono>
#include <cuda/std/concepts>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/string_view>
#include <cuda/std/tuple>
#include <cuda/std/variant>
#include <cuda/std/version>
#include <stdio.h>

__global__ void look(cuda::std::span<const int> x, int *found)
{
    cuda::std::optional<int> place;
    cuda::std::array<int, 2> ends = {0, (int)x.size()};
    auto wanted = cuda::std::make_tuple(7, cuda::std::numeric_limits<int>::max());
    for (int i = ends[0]; i < ends[1]; i++)
        if (x[i] == cuda::std::get<0>(wanted))
            place = i;
    *found = place.value_or(-1);
}

int main()
{
    int *x, *found;
    cudaMallocManaged(&x, 4 * sizeof *x);
    cudaMallocManaged(&found, sizeof *found);
    for (int i = 0; i < 4; i++)
        x[i] = 4 + i;
    look<<<1, 1>>>({x, 4}, found);
    cudaDeviceSynchronize();
    cuda::std::chrono::duration<double> half = cuda::std::chrono::milliseconds(500);
    printf("%d of %d, %g; ", *found, (int)cuda::std::distance(x, x + 4), half.count());
    printf("%d %d %d %d %d %d %d %d\n", cuda::ceil_div(1000, 3), cuda::round_up(997, 4),
           cuda::round_down(999, 4), cuda::ilog2(1000), cuda::ceil_ilog2(1000),
           (int)cuda::next_power_of_two(9u), cuda::isqrt(1000), cuda::ilog10(9999));
    cudaFree(x);
    cudaFree(found);
    return 0;
}
