// tasks: histogram_global
// how: its host code uses streams, containers, exceptions and callbacks, as programs outside do
// night: its headers take long to compile
#include "histogram.h"
#include <algorithm>
#include <functional>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <vector>

__global__ void count_letters(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n && text[i] >= 'a' && text[i] <= 'z')
        atomicAdd(&bins[(text[i] - 'a') / 4], 1);
}

struct cuda_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct other_error : std::exception {
    const char *what() const noexcept override
    {
        return "another error";
    }
};

static void must(cudaError_t error)
{
    if (error != cudaSuccess)
        throw cuda_error(cudaGetErrorString(error));
}

static std::string write(size_t n)
{
    std::ostringstream text;
    text << "n = " << n << ' ' << std::setw(8) << std::fixed << std::setprecision(2) << 1.5
         << std::hex << 255 << std::endl;
    std::stringstream both;
    both << std::boolalpha << true << std::flush;
    both.str("");
    both.clear();
    both << std::left << std::setfill('*') << text.str();
    std::cout << both.rdbuf() << std::endl;
    return text.str();
}

static void read(const std::string &text)
{
    std::istringstream in(text + " 12 3.5 word\nnext line\n");
    std::string word, line;
    double number = 0;
    in >> word >> word >> number >> number;
    std::getline(in, line);
    std::cerr << word << number << line << "\n";
}

static void change_streams()
{
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    std::ios kept(nullptr);
    kept.copyfmt(std::cout);
    std::cout.width(3);
    std::cout.precision(3);
    std::cout << 2.0f << std::hex << 255 << std::flush;
    std::cout.copyfmt(kept);
    std::cout.imbue(std::locale::classic());
    std::cout << std::cout.getloc().name() << (char)std::toupper('x', std::locale()) << "\n";
}

template <class Throw> static void handle(Throw throw_it)
{
    try {
        throw_it();
    } catch (const std::exception &error) {
        std::clog << error.what() << "\n";
    } catch (int number) {
        std::clog << number << "\n";
    }
}

static void handle_errors()
{
    handle([] { must(cudaErrorInvalidValue); });
    handle([] { throw other_error(); });
    handle([] { (void)std::stoi("no number"); });
    handle([] { std::vector<int>(3).at(7) = 1; });
    handle([] {
        try {
            throw 5;
        } catch (...) {
            throw;
        }
    });
}

struct shape {
    virtual ~shape() = default;
    virtual int corners() const
    {
        return 0;
    }
};

struct triangle : shape {
    int corners() const override
    {
        return 3;
    }
};

static void use_containers()
{
    std::random_device device;
    std::mt19937 random(device());
    std::map<std::string, int> map;
    std::set<int, std::function<bool(int, int)>> set([](int a, int b) { return a > b; });
    std::list<int> list = {3, 1, 2};
    for (int i = 0; i < 20; i++) {
        map[std::to_string(random() % 50)] = i;
        set.insert(i);
    }
    for (int i = 0; i < 10; i++)
        set.erase(i);
    list.sort();
    list.reverse();
    map.erase(map.begin());
    std::unique_ptr<shape> made(new triangle);
    std::shared_ptr<int> shared = std::make_shared<int>(made->corners());
    std::cout << *shared + list.front() << "\n";
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void add_one(void *number)
{
    ++*(int *)number;
}

static void at_end()
{
    std::cout << "the end\n";
}

static void use_callbacks()
{
    static int called, at_once = atexit(at_end);
    int numbers[] = {3, 1, 2}, key = 2 + at_once;
    qsort(numbers, 3, sizeof key, compare);
    if (!bsearch(&key, numbers, 3, sizeof key, compare))
        throw other_error();
    must(cudaLaunchHostFunc(0, add_one, &called));
    must(cudaDeviceSynchronize());
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    must(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n)
        count_letters<<<blocks_for(n, 256), 256>>>(d_text, n, d_bins);
    must(cudaDeviceSynchronize());
    if (n > 3000)
        return;
    read(write(n));
    change_streams();
    handle_errors();
    use_containers();
    use_callbacks();
}
