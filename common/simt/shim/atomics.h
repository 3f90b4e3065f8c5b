/* Atomic operations, and loads and stores with cache hints. C++17. */
#ifndef SIMT_ATOMICS_H
#define SIMT_ATOMICS_H

#include "shim/keywords.h"
#include "shim/numbers.h"

/* --- atomics ------------------------------------------------------------------------------ */

/* Relaxed, as on a device. Those that can be what a waiting loop repeats call simt_spin_if():
 * an exchange, a failed compare-and-swap, an addition of 0. */

/* Where the checker looks, the order tells it the scope: a device's, or a block's (see
 * atomic_hooks.c). */
enum { SIMT_OF_DEVICE = __ATOMIC_RELAXED };
#ifdef SIMT_CHECKED
enum { SIMT_OF_BLOCK = __ATOMIC_ACQ_REL };
#else
enum { SIMT_OF_BLOCK = __ATOMIC_RELAXED };
#endif

/* Where the source says so, by constants. */
#ifdef SIMT_CHECKED
#define SIMT_LOOKS_IF(condition)                                                               \
    if (__builtin_constant_p(condition) && (condition))                                        \
    simt_looks()
#else
#define SIMT_LOOKS_IF(condition)
#endif

/* Replaces *address by `next` of what it holds; returns what it held. The checker has to know
 * its load from one that a kernel wants, which counts. */
#ifdef SIMT_CHECKED
template <int scope = SIMT_OF_DEVICE, class T, class F>
SIMT_INLINE T simt_update(T *address, F next)
{
    unsigned long long old = simt_begin_update(address, sizeof(T)), held, wanted = 0;
    T value;
    while (true) {
        __builtin_memcpy(&value, &old, sizeof value);
        const T after = next(value);
        __builtin_memcpy(&wanted, &after, sizeof after);
        held = simt_end_update(address, old, wanted, sizeof(T), scope);
        if (held == old)
            return value;
        old = held;
    }
}
#else
template <int scope = SIMT_OF_DEVICE, class T, class F>
SIMT_INLINE T simt_update(T *address, F next)
{
    T old, wanted;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        wanted = next(old);
    while (!__atomic_compare_exchange(address, &old, &wanted, true, scope, __ATOMIC_RELAXED));
    return old;
}
#endif

/* Of a relaxed one whose result nobody wants clang makes a store, and the checker would not
 * know who has freed a lock. */
template <int scope, class T> SIMT_INLINE T simt_exchange(T *address, T value)
{
    constexpr int order = scope == SIMT_OF_DEVICE ? __ATOMIC_ACQUIRE : scope;
    T old;
    __atomic_exchange(address, &value, &old, order);
    simt_spin_if(true);
    return old;
}

/* The order tells the checker whether what is expected may have been read before: a constant
 * has not. See swaps.h there. */
template <int scope, class T>
SIMT_INLINE T simt_compare_and_swap(T *address, T compare, T value)
{
    SIMT_LOOKS_IF(compare == value);
    constexpr int may_be_read = scope == SIMT_OF_DEVICE ? __ATOMIC_ACQUIRE : scope;
    T old = compare;
    if (__builtin_constant_p(compare))
        simt_spin_if(
            !__atomic_compare_exchange_n(address, &old, value, false, scope, __ATOMIC_RELAXED));
    else
        simt_spin_if(!__atomic_compare_exchange_n(address, &old, value, false, may_be_read,
                                                  __ATOMIC_ACQUIRE));
    return old;
}

/* clang makes a load of an addition of 0, and a store of an `and` with 0, and the checker would
 * not know them for such. */
template <class T> SIMT_INLINE void simt_hide(T &value)
{
    __asm__("" : "+r"(value));
}

template <class T> SIMT_INLINE T simt_hidden(T value)
{
    simt_hide(value);
    return value;
}

/* All threads of a block run on one of the host's, and take turns between two instructions: in
 * shared memory any single one is atomic among them, and takes a fraction of what a locked one
 * does. */
#if defined(__x86_64__) && !defined(SIMT_CHECKED)
SIMT_INLINE bool simt_is_shared(const void *address)
{
    size_t end;
    __asm__("mov %%fs:0, %0" : "=r"(end));
    return end - (size_t)address <= simt_bytes_of_thread;
}

template <class T> SIMT_INLINE T simt_add_alone(T *address, T value)
{
    __asm__ volatile("xadd %0, %1" : "+r"(value), "+m"(*address) : : "memory", "cc");
    return value;
}
#else
SIMT_INLINE bool simt_is_shared(const void *)
{
    return false;
}

template <class T> SIMT_INLINE T simt_add_alone(T *, T value)
{
    return value;
}
#endif

template <int scope, class T> SIMT_INLINE T simt_fetch_add(T *address, T value)
{
    SIMT_LOOKS_IF(value == 0);
    simt_spin_if(value == 0);
    if (simt_is_shared(address))
        return simt_add_alone(address, value);
#ifndef SIMT_CHECKED
    if (__builtin_expect(simt_tell_draws, false))
        simt_may_draw(address);
#endif
    simt_hide(value);
    return __atomic_fetch_add(address, value, scope);
}

template <int scope, class T> SIMT_INLINE T simt_fetch_or(T *address, T value)
{
    SIMT_LOOKS_IF(value == 0);
    simt_spin_if(value == 0);
    simt_hide(value);
    return __atomic_fetch_or(address, value, scope);
}

/* One operation on one type, for the device, the block and the system. */
#define SIMT_ATOMIC_OF(scope_of, name, T, operation)                                           \
    SIMT_INLINE T name(T *address, T value)                                                    \
    {                                                                                          \
        constexpr int scope = scope_of;                                                        \
        (void)scope;                                                                           \
        return operation;                                                                      \
    }
#define SIMT_ATOMIC(name, T, operation)                                                        \
    SIMT_ATOMIC_OF(SIMT_OF_DEVICE, name, T, operation)                                         \
    SIMT_ATOMIC_OF(SIMT_OF_BLOCK, name##_block, T, operation)                                  \
    SIMT_ATOMIC_OF(SIMT_OF_DEVICE, name##_system, T, operation)
#define SIMT_ATOMIC_CAS_OF(scope, name, T)                                                     \
    SIMT_INLINE T name(T *address, T compare, T value)                                         \
    {                                                                                          \
        return simt_compare_and_swap<scope>(address, compare, value);                          \
    }
#define SIMT_ATOMIC_CAS(T)                                                                     \
    SIMT_ATOMIC_CAS_OF(SIMT_OF_DEVICE, atomicCAS, T)                                           \
    SIMT_ATOMIC_CAS_OF(SIMT_OF_BLOCK, atomicCAS_block, T)                                      \
    SIMT_ATOMIC_CAS_OF(SIMT_OF_DEVICE, atomicCAS_system, T)
#define SIMT_UPDATE(expression)                                                                \
    simt_update<scope>(address, [=](auto old) { return expression; })

/* The types that CUDA has the operation for, and no others. */
#define SIMT_ATOMIC_32(name, operation)                                                        \
    SIMT_ATOMIC(name, int, operation)                                                          \
    SIMT_ATOMIC(name, unsigned, operation)
#define SIMT_ATOMIC_U(name, operation)                                                         \
    SIMT_ATOMIC_32(name, operation)                                                            \
    SIMT_ATOMIC(name, unsigned long long, operation)
#define SIMT_ATOMIC_ALL(name, operation)                                                       \
    SIMT_ATOMIC_U(name, operation)                                                             \
    SIMT_ATOMIC(name, long long, operation)

SIMT_ATOMIC_U(atomicAdd, simt_fetch_add<scope>(address, value))
SIMT_ATOMIC(atomicAdd, float, SIMT_UPDATE(old + value))
SIMT_ATOMIC(atomicAdd, double, SIMT_UPDATE(old + value))
SIMT_ATOMIC_32(atomicSub, __atomic_fetch_sub(address, simt_hidden(value), scope))
SIMT_ATOMIC_U(atomicExch, simt_exchange<scope>(address, value))
SIMT_ATOMIC(atomicExch, float, simt_exchange<scope>(address, value))
SIMT_ATOMIC_ALL(atomicMin, SIMT_UPDATE(min(value, old)))
SIMT_ATOMIC_ALL(atomicMax, SIMT_UPDATE(max(value, old)))
SIMT_ATOMIC(atomicInc, unsigned, SIMT_UPDATE(old >= value ? 0u : old + 1u))
SIMT_ATOMIC(atomicDec, unsigned, SIMT_UPDATE(old == 0u || old > value ? value : old - 1u))
SIMT_ATOMIC_U(atomicAnd, __atomic_fetch_and(address, simt_hidden(value), scope))
SIMT_ATOMIC_U(atomicOr, simt_fetch_or<scope>(address, value))
SIMT_ATOMIC_U(atomicXor, __atomic_fetch_xor(address, simt_hidden(value), scope))
SIMT_ATOMIC_CAS(int)
SIMT_ATOMIC_CAS(unsigned)
SIMT_ATOMIC_CAS(unsigned long long)
SIMT_ATOMIC_CAS(unsigned short)

/* --- loads and stores with cache hints ---------------------------------------------------- */

/* CUDA has them for numbers, and for vectors of 2 to 16 bytes of two or four. Those of half
 * precision say so where they are. */
namespace simt
{
template <class T> struct is_loaded {
    static constexpr bool value = std::is_arithmetic<T>::value;
};
template <> struct is_loaded<bool> {
    static constexpr bool value = false;
};
#define SIMT_IS_LOADED(type)                                                                   \
    template <> struct is_loaded<type> {                                                       \
        static constexpr bool value = true;                                                    \
    };
SIMT_IS_LOADED(char2)
SIMT_IS_LOADED(char4)
SIMT_IS_LOADED(uchar2)
SIMT_IS_LOADED(uchar4)
SIMT_IS_LOADED(short2)
SIMT_IS_LOADED(short4)
SIMT_IS_LOADED(ushort2)
SIMT_IS_LOADED(ushort4)
SIMT_IS_LOADED(int2)
SIMT_IS_LOADED(int4)
SIMT_IS_LOADED(uint2)
SIMT_IS_LOADED(uint4)
SIMT_IS_LOADED(longlong2)
SIMT_IS_LOADED(ulonglong2)
SIMT_IS_LOADED(float2)
SIMT_IS_LOADED(float4)
SIMT_IS_LOADED(double2)
} // namespace simt

#define SIMT_IF_LOADED(T) class = std::enable_if_t<::simt::is_loaded<T>::value>
#define SIMT_REFUSE_OTHERS(result, name, ...)                                                  \
    template <class T, class = std::enable_if_t<!::simt::is_loaded<T>::value>, class = void>   \
    __attribute__((error(#name "() is for numbers and for vectors such as float4 and int2, "   \
                               "and not for your own structures, pointers, bool or vectors "   \
                               "of three"))) result name(__VA_ARGS__);

/* Never merged or moved by the compiler, so that a loop may wait for what they read. */
#define SIMT_LOAD(name)                                                                        \
    SIMT_REFUSE_OTHERS(T, name, const T *)                                                     \
    template <class T, SIMT_IF_LOADED(T)> SIMT_INLINE T name(const T *address)                 \
    {                                                                                          \
        simt_spin_if(true);                                                                    \
        __asm__ volatile("" ::: "memory");                                                     \
        return *address;                                                                       \
    }
#define SIMT_STORE(name)                                                                       \
    SIMT_REFUSE_OTHERS(void, name, T *, T)                                                     \
    template <class T, SIMT_IF_LOADED(T)> SIMT_INLINE void name(T *address, T value)           \
    {                                                                                          \
        *address = value;                                                                      \
        __asm__ volatile("" ::: "memory");                                                     \
    }
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldcv)
SIMT_LOAD(__ldlu)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwb)
SIMT_STORE(__stwt)

/* The memory does not change during the kernel. */
SIMT_REFUSE_OTHERS(T, __ldg, const T *)
template <class T, SIMT_IF_LOADED(T)> SIMT_INLINE T __ldg(const T *address)
{
    return *address;
}

#endif
