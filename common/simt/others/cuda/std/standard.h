/* cuda::std, as far as it is the C++ library's own: for host and device alike here. C++17. */
#ifndef SIMT_CUDA_STANDARD_H
#define SIMT_CUDA_STANDARD_H

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cuda
{
namespace std
{
using namespace ::std;
}
} // namespace cuda

#endif
