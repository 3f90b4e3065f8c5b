/* GPUVerify's kernels as programs: what their annotations mean here, and launch(), which finds
 * arguments for any kernel. `gpuverify`, the script beside it, writes the programs that include
 * it. */
#pragma once
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>

/* --- annotations ------------------------------------------------------------------------- */

/* What GPUVerify is to suppose or to prove of loops and functions. Of __requires(x == 3) the
 * script takes the argument's value. */
#define __requires(...)
#define __requires_fresh_array(...)
#define __axiom(...) static_assert(true)
#define __ensures(...)
#define __global_invariant(...) true
#define __function_wide_invariant(...)
#define __function_wide_candidate_invariant(...)
#define __modifies(...)
#define __reads_from(...)
#define __writes_to(...)
#define __invariant(...) true
#define __candidate_invariant(...) true
#define __assume(...)

/* What a program can ask for itself. */
#define __assert(...) assert(__VA_ARGS__)
#define __implies(a, b) (!(a) || (b))
#define __enabled() true
#define __read(...) false
#define __write(...) false
#define __no_read(...) true
#define __no_write(...) true
#define __all(...) true
#define __at_most_one(...) true
#define __other_int(...) (__VA_ARGS__)
#define __other_bool(...) (__VA_ARGS__)

/* GPUVerify's name of it. */
template <class Group> __device__ void synchronize(Group group)
{
    group.sync();
}

/* --- arguments --------------------------------------------------------------------------- */

namespace gpuverify
{

/* Of an array the first bytes hold something. */
enum { ARRAY_BYTES = 1 << 29, SMALL_BYTES = 1 << 20, FILLED_BYTES = 1 << 24, MOST_ARRAYS = 64 };

inline void *arrays[MOST_ARRAYS];
inline int array_count;

/* What the arrays hold: zeros, small numbers, or each element's own place. */
inline const char *contents = "zeros";

inline void *new_array(size_t bytes)
{
    void *array;
    const size_t filled = bytes < FILLED_BYTES ? bytes : FILLED_BYTES;
    unsigned *host = static_cast<unsigned *>(malloc(filled));
    for (unsigned i = 0; i < filled / sizeof *host; i++)
        host[i] = *contents == 'z' ? 0 : *contents == 's' ? i * 2654435761u >> 28 : i;
    cudaMalloc(&array, bytes);
    cudaMemcpy(array, host, filled, cudaMemcpyHostToDevice);
    free(host);
    arrays[array_count++] = array;
    return array;
}

/* In the place of an argument of which nothing is known. */
struct any {
};

/* A pointer to an array, a number, or a structure with a pointer in each word that may be one.
 */
template <class T> T argument(any)
{
    T value{};
    if constexpr (std::is_pointer_v<T> && std::is_function_v<std::remove_pointer_t<T>>) {
        value = nullptr;
    } else if constexpr (std::is_pointer_v<T>) {
        value = static_cast<T>(new_array(ARRAY_BYTES));
    } else if constexpr (std::is_arithmetic_v<T>) {
        value = *contents == 'z' ? 0 : *contents == 's' ? 1 : 64;
    } else if constexpr (sizeof(T) % sizeof(void *) == 0) {
        for (size_t at = 0; at < sizeof value; at += sizeof(void *)) {
            void *array = new_array(SMALL_BYTES);
            memcpy(reinterpret_cast<char *>(&value) + at, &array, sizeof array);
        }
    }
    return value;
}

template <class T, class Given> T argument(Given given)
{
    return static_cast<T>(given);
}

template <class... Parameters, class... Given>
int launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, size_t dynamic_bytes,
           Given... given)
{
    const unsigned most_threads = 1024; /* of a block, which GPUVerify does not know */
    if (block.x > most_threads)
        block.x = most_threads;
    kernel<<<grid, block, dynamic_bytes>>>(argument<Parameters>(given)...);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        printf("%s\n", cudaGetErrorString(error));
    while (array_count > 0)
        cudaFree(arrays[--array_count]);
    return error != cudaSuccess;
}

} // namespace gpuverify
