/* The compiler's own functions of CUDA 12.8 and later: __nv_atomic_load_n() and the like.
 * C++17. */
#ifndef SIMT_NV_ATOMICS_H
#define SIMT_NV_ATOMICS_H

#include "others/scoped_atomics.h"

#define SIMT_NV_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM

SIMT_SCOPED T __nv_atomic_load_n(const T *address, int order, SIMT_NV_SCOPE)
{
    return simt_scoped_load(address, order, scope);
}

SIMT_SCOPED void __nv_atomic_load(const T *address, T *to, int order, SIMT_NV_SCOPE)
{
    *to = simt_scoped_load(address, order, scope);
}

template <class T, class V>
SIMT_INLINE void __nv_atomic_store_n(T *address, V value, int order, SIMT_NV_SCOPE)
{
    simt_scoped_store(address, (T)value, order, scope);
}

SIMT_SCOPED void __nv_atomic_store(T *address, T *value, int order, SIMT_NV_SCOPE)
{
    simt_scoped_store(address, *value, order, scope);
}

template <class T, class V>
SIMT_INLINE T __nv_atomic_exchange_n(T *address, V value, int order, SIMT_NV_SCOPE)
{
    return simt_scoped_exchange(address, (T)value, order, scope);
}

SIMT_SCOPED void __nv_atomic_exchange(T *address, T *value, T *to, int order, SIMT_NV_SCOPE)
{
    *to = simt_scoped_exchange(address, *value, order, scope);
}

template <class T, class V>
SIMT_INLINE bool __nv_atomic_compare_exchange_n(T *address, T *expected, V desired, bool,
                                                int order, int, SIMT_NV_SCOPE)
{
    return simt_scoped_swap(address, expected, (T)desired, order, scope);
}

SIMT_SCOPED bool __nv_atomic_compare_exchange(T *address, T *expected, T *desired, bool,
                                              int order, int, SIMT_NV_SCOPE)
{
    return simt_scoped_swap(address, expected, *desired, order, scope);
}

#define SIMT_NV_FETCH(name)                                                                    \
    template <class T, class V>                                                                \
    SIMT_INLINE T __nv_atomic_fetch_##name(T *address, V value, int order, SIMT_NV_SCOPE)      \
    {                                                                                          \
        return simt_scoped_fetch_##name(address, value, order, scope);                         \
    }                                                                                          \
    template <class T, class V>                                                                \
    SIMT_INLINE void __nv_atomic_##name(T *address, V value, int order, SIMT_NV_SCOPE)         \
    {                                                                                          \
        simt_scoped_fetch_##name(address, value, order, scope);                                \
    }
SIMT_NV_FETCH(add)
SIMT_NV_FETCH(sub)
SIMT_NV_FETCH(and)
SIMT_NV_FETCH(or)
SIMT_NV_FETCH(xor)
SIMT_NV_FETCH(min)
SIMT_NV_FETCH(max)

SIMT_INLINE void __nv_atomic_thread_fence(int order, SIMT_NV_SCOPE)
{
    if (order != __NV_ATOMIC_RELAXED)
        simt_scoped_fence(scope);
}

#endif
