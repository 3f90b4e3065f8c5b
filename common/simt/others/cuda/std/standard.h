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

#if __cplusplus < 202002L
/* What C++20 has, and CUDA before it, too. */
inline constexpr size_t dynamic_extent = (size_t)-1;

template <class T, size_t EXTENT = dynamic_extent> class span
{
    T *first_;
    size_t size_;

  public:
    using element_type = T;
    using value_type = remove_cv_t<T>;
    constexpr span() : first_(nullptr), size_(0)
    {
    }
    constexpr span(T *first, size_t size) : first_(first), size_(size)
    {
    }
    template <class All, class = decltype(((All *)nullptr)->data())>
    constexpr span(All &&all) : first_(all.data()), size_(all.size())
    {
    }
    template <size_t N> constexpr span(T (&all)[N]) : first_(all), size_(N)
    {
    }
    constexpr T *data() const
    {
        return first_;
    }
    constexpr size_t size() const
    {
        return size_;
    }
    constexpr size_t size_bytes() const
    {
        return size_ * sizeof(T);
    }
    constexpr bool empty() const
    {
        return size_ == 0;
    }
    constexpr T &operator[](size_t i) const
    {
        return first_[i];
    }
    constexpr T *begin() const
    {
        return first_;
    }
    constexpr T *end() const
    {
        return first_ + size_;
    }
    constexpr span<T> first(size_t n) const
    {
        return {first_, n};
    }
    constexpr span<T> last(size_t n) const
    {
        return {first_ + size_ - n, n};
    }
    constexpr span<T> subspan(size_t from, size_t n = dynamic_extent) const
    {
        return {first_ + from, n == dynamic_extent ? size_ - from : n};
    }
};
#endif
} // namespace std
} // namespace cuda

#endif
