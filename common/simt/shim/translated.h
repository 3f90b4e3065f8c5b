/* What translate/ makes of <<<...>>> and of shared memory, in C++17.
 *
 * - SIMT_LAUNCH(kernel)(grid, block, shared, stream)(arguments) is a launch: a call of type
 *   void, anywhere in a function
 * - kernel % SIMT_CONFIGURED(grid, block, shared, stream)(arguments) is one, too, where a macro
 *   holds <<<...>>> and its user the rest
 * - simt::dynamic_shared() is what an extern __shared__ array of any type and bound refers to
 * - SIMT_PAD separates a __shared__ variable from the next
 * - SIMT_SYMBOL tells of a __device__ or __constant__ variable, SIMT_TEMPLATE of a template of
 * such
 * - SIMT_OWN tells of a variable of a thread's own that may lack __shared__
 * - SIMT_HOST_ONLY tells of a function that no thread of the device may call
 * - SIMT_ON_DEVICE chooses between the two bodies of a function that asks for __CUDA_ARCH__
 * - SIMT_WIDE_TYPES says that the file has types that begin at multiples of 16 bytes
 *
 * Arguments are evaluated once, by the host, converted to the kernel's parameter types and
 * copied for each thread. Two limits: no launch in the initialiser of a global variable; where
 * a kernel is overloaded, has default arguments or deduces its template arguments, arguments
 * keep their own types until a thread starts, so that a null pointer there is nullptr and not
 * 0. */
#ifndef SIMT_TRANSLATED_H
#define SIMT_TRANSLATED_H

#include "cuda/variables.h"
#include "grid/launches.h"
#include "grid/thread.h"
#include <type_traits>

/* The checker watches kernels, not the way into them, which reads the host's stack. */
#define SIMT_UNWATCHED __attribute__((no_sanitize("thread")))

/* The first lambda is callable only if `...` is one function and no overload set: then the
 * compiler knows the parameter types. The second can call it in either case, and is watched as
 * a kernel is: what a compiler puts in line there is the hand-in's. Neither has [&]: g++ fails
 * where that stands in another lambda, and a constant of the function is an argument of a
 * template. */
#define SIMT_LAUNCH(...)                                                                       \
    ::simt::launch_of(                                                                         \
        #__VA_ARGS__, __FILE__, __LINE__,                                                      \
        [=](auto simt_take) -> decltype(simt_take(__VA_ARGS__)) {                              \
            return simt_take(__VA_ARGS__);                                                     \
        },                                                                                     \
        [=](auto &...simt_arguments) __global__ { return __VA_ARGS__(simt_arguments...); })

/* The same of a kernel that has default arguments: as of one of several kernels. */
#define SIMT_LAUNCH_ANY(...)                                                                   \
    ::simt::launch_of(#__VA_ARGS__, __FILE__, __LINE__, ::simt::one_of_several(),              \
                      [=](auto &...simt_arguments)                                             \
                          __global__ { return __VA_ARGS__(simt_arguments...); })

#define SIMT_CONFIGURED(...) ::simt::configured(__FILE__, __LINE__, __VA_ARGS__)

/* A variable of the device tells the checker where it is; constant memory is space 1, managed
 * memory 2. */
#define SIMT_CONSTANTS(bytes)                                                                  \
    static_assert(                                                                             \
        (bytes) <= 64 * 1024,                                                                  \
        "a program has at most 64 KB of __constant__ memory: make some of it __device__")
#define SIMT_SYMBOL(name, space)                                                               \
    static const simt_symbol SIMT_PASTE(simt_symbol_of_, name)                                 \
        __attribute__((used, section("simt_symbols"))) = {(const void *)&name, sizeof name,    \
                                                          #name, (space) == 1, (space) == 2}
#define SIMT_TEMPLATE(name, space)                                                             \
    static const char SIMT_PASTE(simt_template_of_, name)[(space) + 1]                         \
        __attribute__((used)) = {}
#ifdef SIMT_CHECKED
#define SIMT_WIDE_TYPES                                                                        \
    static const char SIMT_NUMBERED(simt_wide_types_, __COUNTER__)                             \
        __attribute__((used, section("simt_wide"))) = 1
#define SIMT_OWN(name)                                                                         \
    ::simt::own<sizeof(name)> SIMT_PASTE(simt_own_, name)((void *)&name, #name)
#else
#define SIMT_OWN(name) static_assert(true, "a variable of the thread's own")
#define SIMT_WIDE_TYPES static_assert(true, "types that begin at multiples of 16 bytes")
#endif

/* At the begin of a function of the host. */
#define SIMT_HOST_ONLY(name) simt_stay_on_host(#name, __FILE__, __LINE__)

/* In a constant expression the compiler is the host. */
#define SIMT_ON_DEVICE (!__builtin_is_constant_evaluated() && simt_lane)

/* At the begin of a kernel with __launch_bounds__(most, ...): variables.c finds it by its name.
 */
#define SIMT_LAUNCH_BOUNDS(most, ...)                                                          \
    static const unsigned simt_launch_bound __attribute__((used)) = most;                      \
    simt_keep_within(simt_launch_bound)

/* ptxas refuses more: "uses too much shared data". */
#define SIMT_FITS(name)                                                                        \
    static_assert(sizeof(name) <= 48 * 1024,                                                   \
                  "a block has at most 48 KB of static __shared__ memory: see sizeof " #name)

/* Its size is that of the elements of a __shared__ variable: variables.c finds it by its name.
 */
#ifdef SIMT_CHECKED
#define SIMT_ELEMENT_AS(mark, name)                                                            \
    SIMT_FITS(name);                                                                           \
    static char SIMT_PASTE(mark, name)[sizeof(std::remove_all_extents_t<decltype(name)>)]      \
        __attribute__((used))
#else
#define SIMT_ELEMENT_AS(mark, name) SIMT_FITS(name)
#endif
#define SIMT_ELEMENT(name) SIMT_ELEMENT_AS(simt_element_of_, name)
#define SIMT_KERNEL_ELEMENT(name) SIMT_ELEMENT_AS(simt_kernel_element_of_, name)

/* 32 words: the banks of the arrays behind it stay as they would be without it. */
#define SIMT_PAD static __thread char SIMT_UNIQUE(__COUNTER__)[128] __attribute__((used))
#define SIMT_UNIQUE(number) SIMT_PASTE(simt_pad_, number)
#define SIMT_NUMBERED(name, number) SIMT_PASTE(name, number)
#define SIMT_PASTE(left, right) left##right

namespace simt
{

struct one_of_several {
};

/* NULL as an argument of a launch: of any pointer's type, or 0. */
struct null {
    template <class T> operator T *() const
    {
        return nullptr;
    }
    template <class T, class = std::enable_if_t<std::is_integral<T>::value>> operator T() const
    {
        return 0;
    }
};

struct dynamic_shared {
    template <class T> operator T &() const
    {
        return *static_cast<T *>(simt_dynamic_shared());
    }
};

/* Lives as long as its variable. */
template <size_t BYTES> struct own {
    simt_own_variable variable;
    unsigned char written[BYTES / 8 + 1];

    own(void *begin, const char *name) SIMT_UNWATCHED
    {
        simt_own_begins(&variable, begin, BYTES, name, written);
    }
    ~own() SIMT_UNWATCHED
    {
        simt_own_ends(&variable);
    }
};

/* A thread is copied as bytes where the launch waits for its turn, as the arguments of a kernel
 * are for a device. */
template <class Thread> void run_threads(simt_launch launch, Thread &thread)
{
    static_assert(
        sizeof thread <= 32764 + sizeof(void *),
        "a kernel's arguments have at most 32764 bytes: pass a pointer to device memory");
    launch.argument = &thread;
    launch.argument_bytes = sizeof thread;
    launch.body = [](void *body) SIMT_UNWATCHED { (*static_cast<Thread *>(body))(); };
    simt_run_grid(&launch);
}

/* A parameter of a class that copies or destroys itself in its own way is passed by its
 * address, as the C++ ABI wants it. No thread of a device copies or destroys it: each has its
 * bytes. */
template <class P>
inline constexpr bool by_address = !(std::is_trivially_copy_constructible<P>::value &&
                                     std::is_trivially_move_constructible<P>::value &&
                                     std::is_trivially_destructible<P>::value);

template <class P> struct bytes_of {
    alignas(P) unsigned char bytes[sizeof(P)];

    SIMT_UNWATCHED explicit bytes_of(const P &argument)
    {
        __builtin_memcpy(bytes, (const void *)&argument, sizeof bytes);
    }
    SIMT_UNWATCHED P &value()
    {
        return *reinterpret_cast<P *>(bytes);
    }
};

/* A reference, which only kernels of programs take, stays one. */
template <class P> struct bytes_of<P &> {
    P *at;

    SIMT_UNWATCHED explicit bytes_of(P &argument) : at(&argument)
    {
    }
    SIMT_UNWATCHED P &value()
    {
        return *at;
    }
};

template <class P>
inline constexpr bool is_wrapped = by_address<P> || std::is_reference<P>::value;
template <class P> using kept = std::conditional_t<is_wrapped<P>, bytes_of<P>, P>;
template <class P> using passed = std::conditional_t<by_address<P>, P &, P>;

template <class P> SIMT_UNWATCHED passed<P> pass(kept<P> &argument)
{
    if constexpr (is_wrapped<P>)
        return argument.value();
    else
        return argument;
}

template <class... Parameters>
SIMT_UNWATCHED void call_with_bytes(void (*function)(passed<Parameters>...),
                                    kept<Parameters>... own)
{
    function(pass<Parameters>(own)...);
}

template <class... Parameters>
void run_with_bytes(const simt_launch &launch, void (*function)(Parameters...),
                    kept<Parameters>... arguments)
{
    auto address = reinterpret_cast<void (*)(passed<Parameters>...)>((void *)function);
    auto thread = [address, arguments...]()
                      SIMT_UNWATCHED { call_with_bytes<Parameters...>(address, arguments...); };
    run_threads(launch, thread);
}

/* A configured launch of a kernel with these parameters. */
template <class... Parameters> struct kernel {
    simt_launch launch;
    void (*function)(Parameters...);

    void operator()(Parameters... arguments) const
    {
        if constexpr ((is_wrapped<Parameters> || ...)) {
            run_with_bytes<Parameters...>(launch, function, kept<Parameters>(arguments)...);
        } else {
            auto thread = [function = function, arguments...]()
                              SIMT_UNWATCHED { function(arguments...); };
            run_threads(launch, thread);
        }
    }
};

/* What `call` sees of all this lies on the thread's own stack. */
template <class Call, class... Arguments>
SIMT_UNWATCHED void call_with_own(bytes_of<Call> call, bytes_of<Arguments>... own)
{
    call.value()(own.value()...);
}

template <class Call, class... Arguments>
void run_with_own(const simt_launch &launch, bytes_of<Call> call,
                  bytes_of<Arguments>... arguments)
{
    auto thread = [call, arguments...]()
                      SIMT_UNWATCHED { call_with_own<Call, Arguments...>(call, arguments...); };
    run_threads(launch, thread);
}

/* A configured launch of one of several kernels; the arguments choose. */
template <class Call> struct kernels {
    simt_launch launch;
    Call call;

    template <class... Arguments> void operator()(Arguments... arguments) const
    {
        static_assert(std::is_void<decltype(call(arguments...))>::value,
                      "a kernel returns void");
        run_with_own<Call, Arguments...>(launch, bytes_of<Call>(call),
                                         bytes_of<Arguments>(arguments)...);
    }
};

/* Whether a kernel may have this parameter, a reference: programs have references_to(). */
template <class P, class = void> struct takes : std::false_type {
};

template <class P>
struct takes<P &, decltype(void(references_to((bytes_of<P &> *)nullptr)))> : std::true_type {
};

struct take_function {
    simt_launch launch;

    template <class Result, class... Parameters>
    kernel<Parameters...> operator()(Result (*function)(Parameters...)) const
    {
        static_assert(std::is_void<Result>::value, "a kernel returns void");
        static_assert(
            !((std::is_reference<Parameters>::value && !takes<Parameters>::value) || ...),
            "a kernel cannot take a reference; pass the value or a device pointer");
        kernel<Parameters...> configured{launch, function};
        configured.launch.function = reinterpret_cast<const void *>(function);
        return configured;
    }
};

/* Whether it can be called so: std::is_invocable, which C++14 lacks. */
template <class Take, class = void> struct can_take : std::false_type {
};

template <class Take>
struct can_take<Take,
                decltype(void(std::declval<const Take &>()(std::declval<take_function>())))>
    : std::true_type {
};

template <class Take, class Call> struct unconfigured {
    const char *text, *file;
    int line;
    Take take;
    Call call;

    /* nvcc 13 takes kernel<<<blocks>>>(), with one thread each. In a lab it is a slip: programs
     * have usual_block(). */
    template <class Grid, class Block = decltype(usual_block(
                              std::declval<const unconfigured &>(), std::declval<Grid>()))>
    auto operator()(Grid grid) const
    {
        return (*this)(grid, Block(1));
    }
    auto operator()(dim3 grid, dim3 block, size_t dynamic_shared = 0,
                    cudaStream_t stream = 0) const
    {
        simt_launch launch{grid,   block, dynamic_shared, text,    nullptr, file, line,
                           stream, 0,     false,          nullptr, nullptr};

        if constexpr (can_take<Take>::value)
            return take(take_function{launch});
        else
            return kernels<Call>{launch, call};
    }
};

template <class Take, class Call>
unconfigured<Take, Call> launch_of(const char *text, const char *file, int line, Take take,
                                   Call call)
{
    return {text, file, line, take, call};
}

/* What a launch is given, one after the other. A std::tuple brings std::array with it: a
 * program that uses namespace std could not have an `array` of its own. */
template <class... Arguments> struct in_a_row {
    template <class Function, class... Before>
    void give(Function function, const Before &...before) const
    {
        function(before...);
    }
};

template <class First, class... Rest> struct in_a_row<First, Rest...> {
    First first;
    in_a_row<Rest...> rest;

    template <class Function, class... Before>
    void give(Function function, const Before &...before) const
    {
        rest.give(function, before..., first);
    }
};

inline in_a_row<> put_in_a_row()
{
    return {};
}

template <class First, class... Rest>
in_a_row<First, Rest...> put_in_a_row(First first, Rest... rest)
{
    return {first, put_in_a_row(rest...)};
}

/* <<<...>>>(arguments), without the kernel before it. */
template <class... Arguments> struct without_kernel {
    simt_launch launch;
    in_a_row<Arguments...> arguments;
};

template <class... Parameters, class... Arguments>
void operator%(void (*function)(Parameters...), without_kernel<Arguments...> rest)
{
    rest.arguments.give(take_function{rest.launch}(function));
}

struct configuration {
    simt_launch launch;

    template <class... Arguments>
    without_kernel<Arguments...> operator()(Arguments... arguments) const
    {
        return {launch, put_in_a_row(arguments...)};
    }
};

inline configuration configured(const char *file, int line, dim3 grid, dim3 block,
                                size_t dynamic_shared = 0, cudaStream_t stream = 0)
{
    return {{grid, block, dynamic_shared, "kernel", nullptr, file, line, stream, 0, false,
             nullptr, nullptr}};
}

} // namespace simt

#endif
