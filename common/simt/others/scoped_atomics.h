/* What <cuda/atomic> and the __nv_atomic functions are made of: one operation on one value,
 * with CUDA's scopes and orders, by the atomics and fences of the shim. C++17.
 *
 * A release is a fence before, an acquire a fence behind: what the checker knows. A load is a
 * volatile one, which may race with no atomic and takes over what was released there. */
#ifndef SIMT_SCOPED_ATOMICS_H
#define SIMT_SCOPED_ATOMICS_H

#include "shim/device.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

#define SIMT_SCOPED template <class T> SIMT_INLINE

SIMT_INLINE void simt_scoped_fence(int scope)
{
    if (scope <= __NV_THREAD_SCOPE_BLOCK)
        __threadfence_block();
    else
        __threadfence();
}

SIMT_INLINE void simt_release(int order, int scope)
{
    if (order >= __NV_ATOMIC_RELEASE)
        simt_scoped_fence(scope);
}

SIMT_INLINE void simt_acquire(int order, int scope)
{
    if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE)
        simt_scoped_fence(scope);
}

/* Does `operation`, which says `scope` where a builtin wants an order: see atomics.h. */
#define SIMT_IN_SCOPE(result, operation)                                                       \
    simt_release(order, in);                                                                   \
    T result;                                                                                  \
    if (in <= __NV_THREAD_SCOPE_BLOCK) {                                                       \
        constexpr int scope = SIMT_OF_BLOCK;                                                   \
        result = operation;                                                                    \
    } else {                                                                                   \
        constexpr int scope = SIMT_OF_DEVICE;                                                  \
        result = operation;                                                                    \
    }                                                                                          \
    simt_acquire(order, in)

SIMT_SCOPED T simt_scoped_load(const T *address, int order, int in)
{
    T value;
    if constexpr (sizeof(T) == 1)
        *(unsigned char *)&value = *(const volatile unsigned char *)address;
    else if constexpr (sizeof(T) == 2)
        *(unsigned short *)&value = *(const volatile unsigned short *)address;
    else if constexpr (sizeof(T) == 4)
        *(unsigned *)&value = *(const volatile unsigned *)address;
    else
        *(unsigned long long *)&value = *(const volatile unsigned long long *)address;
    simt_spin_if(true);
    simt_acquire(order, in);
    return value;
}

SIMT_SCOPED void simt_scoped_store(T *address, T value, int order, int in)
{
    simt_release(order, in);
    if (in <= __NV_THREAD_SCOPE_BLOCK)
        __atomic_store(address, &value,
                       SIMT_OF_BLOCK == __ATOMIC_ACQ_REL ? __ATOMIC_RELEASE : __ATOMIC_RELAXED);
    else
        __atomic_store(address, &value, SIMT_OF_DEVICE);
}

SIMT_SCOPED T simt_scoped_exchange(T *address, T value, int order, int in)
{
    SIMT_IN_SCOPE(old, simt_exchange<scope>(address, value));
    return old;
}

/* The bits decide, as on a device. */
SIMT_SCOPED bool simt_scoped_swap(T *address, T *expected, T desired, int order, int in)
{
    T before = *expected;
    SIMT_IN_SCOPE(old, ([&] {
                      T seen = before;
                      bool swapped = __atomic_compare_exchange(address, &seen, &desired, false,
                                                               scope, __ATOMIC_RELAXED);
                      simt_spin_if(!swapped);
                      return seen;
                  }()));
    *expected = old;
    return __builtin_memcmp(&old, &before, sizeof old) == 0;
}

#define SIMT_SCOPED_FETCH(name, expression)                                                    \
    template <class T, class V>                                                                \
    SIMT_INLINE T simt_scoped_fetch_##name(T *address, V by, int order, int in)                \
    {                                                                                          \
        T value = (T)by;                                                                       \
        SIMT_IN_SCOPE(before,                                                                  \
                      (simt_update<scope>(address, [=](T old) -> T { return expression; })));  \
        return before;                                                                         \
    }
SIMT_SCOPED_FETCH(min, value < old ? value : old)
SIMT_SCOPED_FETCH(max, old < value ? value : old)

/* Of integers the builtin; of floats, as an update. */
#define SIMT_SCOPED_WHOLE(name, op)                                                            \
    template <class T, class V>                                                                \
    SIMT_INLINE T simt_scoped_fetch_##name(T *address, V by, int order, int in)                \
    {                                                                                          \
        T value = (T)by;                                                                       \
        if constexpr (std::is_integral<T>::value) {                                            \
            simt_spin_if(value == 0);                                                          \
            simt_hide(value);                                                                  \
            SIMT_IN_SCOPE(before, __atomic_fetch_##name(address, value, scope));               \
            return before;                                                                     \
        } else {                                                                               \
            SIMT_IN_SCOPE(before, (simt_update<scope>(                                         \
                                      address, [=](T old) -> T { return old op value; })));    \
            return before;                                                                     \
        }                                                                                      \
    }
SIMT_SCOPED_WHOLE(add, +)
SIMT_SCOPED_WHOLE(sub, -)
SIMT_SCOPED_WHOLE(and, &)
SIMT_SCOPED_WHOLE(or, |)
SIMT_SCOPED_WHOLE(xor, ^)

#endif
