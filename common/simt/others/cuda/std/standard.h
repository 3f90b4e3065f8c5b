/* cuda::std, as far as it is the C++ library's own: for host and device alike here. C++17. */
#ifndef SIMT_CUDA_STANDARD_H
#define SIMT_CUDA_STANDARD_H

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <ratio>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#if __cplusplus >= 202002L
#include <bit>
#include <concepts>
#include <numbers>
#include <ranges>
#include <span>
#endif

namespace cuda
{
namespace std
{
using namespace ::std;
}
} // namespace cuda

#endif
