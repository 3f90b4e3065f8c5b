/* What honest code calls of the C++ library, as widely as one file can: of all of it nothing
 * may be refused, whichever compiler has built it. It is compiled, and never run. */
#include <algorithm>
#include <any>
#include <bitset>
#include <cassert>
#include <chrono>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>

struct shape {
    virtual ~shape()
    {
    }
    virtual int sides()
    {
        return 0;
    }
};

struct square : shape {
    int sides() override
    {
        return 4;
    }
};

static std::vector<float> kept(10, 1.5f);

int containers(int n, const char *name)
{
    std::map<std::string, int> sorted = {{name, 3}};
    std::multimap<int, int> several = {{1, 2}, {1, 3}};
    std::unordered_map<std::string, float> hashed = {{"x", kept[1]}};
    std::unordered_set<int> numbers = {1, 2, n};
    std::set<int> tree = {3, n};
    std::deque<int> both(n, 1);
    std::priority_queue<int> heap(both.begin(), both.end());
    std::list<int> chain(both.begin(), both.end());
    std::bitset<64> bits(n);
    std::valarray<float> values(3.f, 10);
    chain.sort();
    return sorted[name] +
           (int)(several.count(1) + hashed.size() + numbers.size() + tree.size() +
                 bits.count()) +
           heap.top() + chain.front() + (int)values.sum();
}

int algorithms(int n)
{
    std::vector<int> v(n);
    std::mt19937 engine(std::random_device{}());
    std::normal_distribution<double> normal(0, 1);
    std::iota(v.begin(), v.end(), 0);
    std::shuffle(v.begin(), v.end(), engine);
    std::stable_sort(v.begin(), v.end());
    std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    std::nth_element(v.begin(), v.begin() + n / 2, v.end());
    std::inclusive_scan(v.begin(), v.end(), v.begin());
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, " "));
    return std::accumulate(v.begin(), v.end(), 0) + v.at(n - 1) + (int)normal(engine);
}

std::string text(int n, const char *name)
{
    std::ostringstream out;
    std::istringstream in("1 2 3");
    std::string line, all = std::to_string(n) + std::to_string(1.5) + name;
    out << std::fixed << std::setprecision(3) << std::setw(8) << 1.5 << std::bitset<8>(n)
        << std::boolalpha << true << std::hex << n << std::complex<float>(1, 2) << std::endl;
    in >> n;
    std::getline(in, line);
    all += std::string_view("abc");
    all.replace(0, 1, "yy").insert(0, "z").erase(0, 1).push_back('c');
    std::cerr << all.substr(1) << 1u << 2l << 3ull << 1.5f << 'c' << (const void *)name
              << std::endl;
    std::clog << std::stoi(all) + std::stod(all) + std::stof(all) << std::flush;
    return out.str() + line;
}

int objects(int n)
{
    std::shared_ptr<shape> shared = std::make_shared<square>();
    std::unique_ptr<shape> own = std::make_unique<square>();
    std::function<int(int)> add = [n](int x) { return x + n; };
    std::optional<int> maybe = n;
    std::variant<int, std::string> either = std::string("s");
    std::any any = 3;
    assert(typeid(shared) != typeid(own));
    return add(shared->sides()) + *maybe + (int)std::get<std::string>(either).size() +
           std::any_cast<int>(any) + (dynamic_cast<square *>(own.get()) != nullptr);
}

double times_and_numbers(int n)
{
    auto start = std::chrono::high_resolution_clock::now();
    std::complex<float> z(1, 2);
    z = std::pow(z, 2.f) + std::exp(z) + std::sqrt(z) + std::log(z);
    bool later = std::chrono::steady_clock::now().time_since_epoch().count() > n &&
                 std::chrono::system_clock::now().time_since_epoch().count() > n;
    return std::abs(z) + later + (double)sqrtl((long double)n) +
           std::chrono::duration<double, std::milli>(std::chrono::high_resolution_clock::now() -
                                                     start)
               .count();
}

int errors(int n)
{
    char word[20];
    snprintf(word, sizeof word, "%d", n);
    strncat(word, "x", 2);
    try {
        if (n > 5)
            throw std::runtime_error(std::string("bad ") + word);
        if (n > 4)
            throw std::invalid_argument("no");
        return containers(n, word) + algorithms(n) + objects(n) + (int)times_and_numbers(n);
    } catch (const std::out_of_range &error) {
        std::cerr << error.what();
    } catch (const std::exception &error) {
        std::cerr << text(n, error.what());
        throw;
    } catch (...) {
        exit(EXIT_FAILURE);
    }
    return 0;
}
