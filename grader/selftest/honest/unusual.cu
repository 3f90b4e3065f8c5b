// Größe, 平方 and naïve “quotes”: what learners write who know C++ better than CUDA.
#include "matmul_naive.h"
#include <algorithm>
#include <array>
#include <assert.h>
#include <cctype>
#include <cstdarg>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#pragma GCC diagnostic ignored "-Wunused-variable"
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define CUDA_OK(call)                                                                          \
    do {                                                                                       \
        cudaError_t error_ = (call);                                                           \
        if (error_ != cudaSuccess) {                                                           \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));    \
            exit(EXIT_FAILURE);                                                                \
        }                                                                                      \
    } while (0)

#if 0
This isn't code; "don't read it
#endif

namespace lab
{
namespace detail
{
constexpr int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
template <int N> struct table {
    int values[N];
    constexpr table() : values()
    {
        for (int i = 0; i < N; i++)
            values[i] = i * i;
    }
};
} // namespace detail
using namespace detail;
} // namespace lab
static_assert(lab::fibonacci(10) == 55, "fibonacci");

namespace
{
enum class mode { fast, slow };
constexpr lab::table<16> squares;
const int widths[] = {32, 16, 8};
const long long big = 1'000'000'000LL;
int größe = 0b1010;
const char *title = "平方 ✓";
const char *usage = R"(usage: "square")";
const wchar_t *wide = L"wide";

struct shape {
    virtual ~shape() = default;
    virtual int blocks(int n) const = 0;
};
struct by_32 : shape {
    int blocks(int n) const override
    {
        return CEIL_DIV(n, 32);
    }
};

class buffer
{
  public:
    explicit buffer(size_t bytes)
    {
        if (cudaMalloc(&at, bytes) != cudaSuccess)
            throw std::runtime_error("no memory");
    }
    ~buffer()
    {
        cudaFree(at);
    }
    buffer(const buffer &) = delete;
    buffer &operator=(const buffer &) = delete;

  private:
    void *at = nullptr;
};

void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}
} // namespace

struct pair {
    int first, second;
};
struct square {
    __host__ __device__ int operator()(int value) const
    {
        return value * value;
    }
};

template <typename T, class F>
__global__ void __launch_bounds__(256)
    map_kernel(const T *__restrict__ in, T *__restrict__ out, int width, int height, F function)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    assert(x >= 0);
    if (width == 1 && height == 1)
        printf("thread %d: %d\n", x, in[0]);
    pair pairs[2] = {{0, 1}, {1, 0}};
    const int &none = pairs[x % 2].*(x % 2 ? &pair::second : &pair::first);
    const pair other = pairs[y % 2];
    for (; x < width && y < height; y += gridDim.y * blockDim.y)
        out[(size_t)y * width + x + none] =
            function(in[(size_t)y * width + x]) + (other.first + other.second - 1);
}

// What needs no device: a host's own data.
static bool host_is_sane(int width, int height)
{
    std::vector<int> sizes(16);
    std::iota(sizes.begin(), sizes.end(), 1);
    std::sort(sizes.begin(), sizes.end(), [](int a, int b) { return a > b; });
    sizes.push_back(std::accumulate(sizes.begin(), sizes.end(), 0));
    sizes.erase(std::remove(sizes.begin(), sizes.end(), 4), sizes.end());
    std::vector<std::pair<int, std::string>> pairs{{2, "b"}, {1, "a"}};
    std::stable_sort(pairs.begin(), pairs.end());
    std::map<std::string, int> by_name{{"width", width}, {"height", height}};
    std::unordered_map<int, std::string> names{{1, "one"}};
    std::set<int> seen{1, 2, 3};
    std::array<int, 3> three{{3, 1, 2}};
    auto [one, two] = std::make_tuple(1, 2);
    std::optional<int> none;
    std::mt19937 generator(42);
    std::uniform_real_distribution<float> between(0, 1);
    std::function<int(int)> twice = [](int x) { return 2 * x; };
    std::ostringstream text;
    text << "square of " + std::to_string(width) << 'x' << height << ' ' << 1.5 << std::endl;
    std::cout << text.str() << text.str().substr(0, 6);
    int raw[50];
    std::fill(raw, raw + 50, 7);
    qsort(raw, 50, sizeof *raw,
          [](const void *a, const void *b) { return *(const int *)a - *(const int *)b; });
    char name[64];
    snprintf(name, sizeof name, "square_%d", width);
    std::string upper = name;
    std::transform(upper.begin(), upper.end(), upper.begin(), ::toupper);
    auto owned = std::make_unique<buffer>(256);
    return sizes[0] > 1 && pairs[0].first == 1 && by_name["width"] == width &&
           names[1] == "one" && !seen.count(9) && three[0] == 3 && one + two == 3 && !none &&
           between(generator) <= 1 && twice(2) == 4 && toupper(name[0]) == upper[0] && owned;
}

#define likely(x) __builtin_expect(!!(x), 1)

// What a library does in line elsewhere: few numbers, short texts, records.
static bool few_of_all(int width)
{
    struct record {
        float x, y;
        int count;
    };
    std::vector<record> records = {{1, 2, 3}, {4, 5, 6}};
    std::vector<int> numbers = {1, 2, 3, 4, 5, 6, 7, 8};
    std::deque<int> line{1, 2, 3};
    std::string text = "abc";
    std::array<int, 4> four =
        records.empty() ? std::array<int, 4>{} : std::array<int, 4>{1, 2, 3, 4};
    line.push_front(four[width & 3]);
    std::copy(numbers.begin(), numbers.begin() + 2, numbers.begin() + 4);
    text.insert(0, "y");
    text.replace(0, 1, "zz");
    records.push_back({7, 8, 9});
    record last = records[width % 3];
    return likely(last.count > 0) && numbers[4] == 1 && text.compare("zzabc") == 0 &&
           std::string_view(text).find("c") == 4 && line[1] == 1;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    static int calls = 0;
    calls++;
    const by_32 by;
    const shape &shape = by;
    auto launch = [&](int w, int h) {
        dim3 block(widths[0], 8), grid(shape.blocks(w), std::min(CEIL_DIV(h, 8), 65535));
        map_kernel<<<grid, block>>>(d_in, d_out, w, h, square());
        CUDA_OK(cudaGetLastError());
    };
    say("call %d: %d x %d\n", calls, width, height);
    try {
        if (!host_is_sane(width, height))
            throw std::logic_error("not sane");
    } catch (const std::exception &error) {
        fprintf(stderr, "%s\n", error.what());
        return;
    }
    if (few_of_all(width) && squares.values[3] == 9 && width > 0 && height > 0)
        launch(width, height);
}

int main()
{
    puts("a test of one's own");
    return 0;
}
