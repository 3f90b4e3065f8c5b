/* The hooks of atomic operations, alone in their object. Each watches the access and does it.
 */
#include "checker/fast_path.h"
#include "checker/late.h"
#include "checker/slow_path.h"
#include "checker/publish.h"

#define HERE __builtin_return_address(0)
#define HOOK(name) __tsan_##name

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the compilers know them */

/* The order of an operation tells its scope: see atomics.h. */
INLINE enum simt_access kind_of(int order)
{
    return order == __ATOMIC_ACQ_REL ? SIMT_BLOCK_ATOMIC : SIMT_ATOMIC;
}

/* In a program with fences, what is about to be done there may be seen late, or be late. */
enum atomic_way { LOOKS, STORES, CHANGES };

INLINE void tell_late(const void *address, unsigned size, enum atomic_way way)
{
    if (!simt_has_fences)
        return;
    if (way == LOOKS)
        simt_late_look(address);
    else if (way == STORES)
        simt_late_store(address, size);
    else
        simt_late_change(address);
}

INLINE void watch_atomic(const void *address, unsigned size, int order, const void *code)
{
    uintptr_t at = (uintptr_t)address;
    if (simt_has_fences)
        simt_looks_at(address);
    if (kind_of(order) == SIMT_ATOMIC && size == 4 &&
        simt_fast_tag(at) == simt_launch_state.fast && !simt_has_fences &&
        atomic_is_recorded(at))
        return;
    simt_watch_access(address, size, kind_of(order), code);
}

/* The order says whether the swap has read what it expected: see atomics.h. */
INLINE void note_swap(const void *address, unsigned size, unsigned long long expected,
                      int failure)
{
    if (failure != __ATOMIC_RELAXED)
        simt_watch_swap(address, size, expected);
}

/* In a program with fences, the swapped word may be a lock. */
INLINE void note_swapped(const void *address, unsigned long long old, unsigned long long value)
{
    if (!simt_has_fences || old == value)
        return;
    simt_watch_swapped(address, old, value);
    simt_has_published(address);
}

/* Who adds 0, or keeps all bits, only looks. */
INLINE void note_changed(const void *address, unsigned long long value, bool only_looks)
{
    if (!simt_has_fences || only_looks)
        return;
    simt_watch_changed(address, value);
    simt_has_published(address);
}

/* No kernel of CUDA's has atomic loads: it counts as any atomic operation. */
INLINE void watch_atomic_load(const void *address, unsigned size, int order, const void *code)
{
    if (simt_lane)
        watch_atomic(address, size, order, code);
    else
        simt_watch_access(address, size, SIMT_VOLATILE_READ, code);
}

#define ATOMICS(bits, T)                                                                       \
    T HOOK(atomic##bits##_load)(const volatile T *a, int order)                                \
    {                                                                                          \
        tell_late((const void *)a, sizeof(T), LOOKS);                                          \
        watch_atomic_load((const void *)a, sizeof(T), order, HERE);                            \
        return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                           \
    }                                                                                          \
    void HOOK(atomic##bits##_store)(volatile T * a, T value, int order)                        \
    {                                                                                          \
        tell_late((const void *)a, sizeof(T), STORES);                                         \
        simt_watch_store((const void *)a, sizeof(T));                                          \
        watch_atomic((const void *)a, sizeof(T), order, HERE);                                 \
        __atomic_store_n(a, value, __ATOMIC_SEQ_CST);                                          \
    }                                                                                          \
    T HOOK(atomic##bits##_exchange)(volatile T * a, T value, int order)                        \
    {                                                                                          \
        tell_late((const void *)a, sizeof(T), STORES);                                         \
        simt_watch_exchange((const void *)a, sizeof(T), kind_of(order), HERE);                 \
        watch_atomic((const void *)a, sizeof(T), order, HERE);                                 \
        T old = __atomic_exchange_n(a, value, __ATOMIC_SEQ_CST);                               \
        note_swapped((const void *)a, old, value);                                             \
        return old;                                                                            \
    }                                                                                          \
    FETCH(bits, T, add, old + value, value == 0)                                               \
    FETCH(bits, T, sub, old - value, value == 0)                                               \
    FETCH(bits, T, and, (old & value), (T)~value == 0)                                         \
    FETCH(bits, T, or, old | value, value == 0)                                                \
    FETCH(bits, T, xor, old ^ value, value == 0)                                               \
    FETCH(bits, T, nand, ~(old & value), false)                                                \
    int HOOK(atomic##bits##_compare_exchange_strong)(volatile T * a, T * old, T value,         \
                                                     int order, int failure)                   \
    {                                                                                          \
        note_swap((const void *)a, sizeof(T), *old, failure);                                  \
        tell_late((const void *)a, sizeof(T), *old == value ? LOOKS : CHANGES);                \
        watch_atomic((const void *)a, sizeof(T), order, HERE);                                 \
        if (!__atomic_compare_exchange_n(a, old, value, 0, __ATOMIC_SEQ_CST,                   \
                                         __ATOMIC_SEQ_CST))                                    \
            return 0;                                                                          \
        note_swapped((const void *)a, *old, value);                                            \
        return 1;                                                                              \
    }                                                                                          \
    int HOOK(atomic##bits##_compare_exchange_weak)(volatile T * a, T * old, T value,           \
                                                   int order, int failure)                     \
    {                                                                                          \
        (void)failure;                                                                         \
        tell_late((const void *)a, sizeof(T), *old == value ? LOOKS : CHANGES);                \
        watch_atomic((const void *)a, sizeof(T), order, HERE);                                 \
        return __atomic_compare_exchange_n(a, old, value, 1, __ATOMIC_SEQ_CST,                 \
                                           __ATOMIC_SEQ_CST);                                  \
    }                                                                                          \
    T HOOK(atomic##bits##_compare_exchange_val)(volatile T * a, T old, T value, int order,     \
                                                int failure)                                   \
    {                                                                                          \
        note_swap((const void *)a, sizeof(T), old, failure);                                   \
        watch_atomic((const void *)a, sizeof(T), order, HERE);                                 \
        if (__atomic_compare_exchange_n(a, &old, value, 0, __ATOMIC_SEQ_CST,                   \
                                        __ATOMIC_SEQ_CST))                                     \
            note_swapped((const void *)a, old, value);                                         \
        return old;                                                                            \
    }
#define FETCH(bits, T, operation, made, only_looks)                                            \
    T HOOK(atomic##bits##_fetch_##operation)(volatile T * a, T value, int order)               \
    {                                                                                          \
        tell_late((const void *)a, sizeof(T), only_looks ? LOOKS : CHANGES);                   \
        watch_atomic((const void *)a, sizeof(T), order, HERE);                                 \
        T old = __atomic_fetch_##operation(a, value, __ATOMIC_SEQ_CST);                        \
        note_changed((const void *)a, (T)(made), only_looks);                                  \
        return old;                                                                            \
    }
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long long)

/* --- what a device does at once: simt_update() in atomics.h ------------------------------- */

#define OF_EACH_SIZE(step)                                                                     \
    switch (size) {                                                                            \
        step(1, unsigned char) step(2, unsigned short) step(4, unsigned)                       \
            step(8, unsigned long long)                                                        \
    }                                                                                          \
    return 0;

unsigned long long simt_begin_update(const volatile void *address, unsigned size)
{
    tell_late((const void *)address, size, CHANGES);
    simt_watch_load((const void *)address);
#define LOAD(bytes, T)                                                                         \
    case bytes:                                                                                \
        return __atomic_load_n((const volatile T *)address, __ATOMIC_SEQ_CST);
    OF_EACH_SIZE(LOAD)
}

unsigned long long simt_end_update(volatile void *address, unsigned long long old,
                                   unsigned long long wanted, unsigned size, int order)
{
#define SWAP(bytes, T)                                                                         \
    case bytes: {                                                                              \
        T seen = (T)old;                                                                       \
        if (__atomic_compare_exchange_n((volatile T *)address, &seen, (T)wanted, 0,            \
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))                   \
            simt_watch_update((const void *)address, size, kind_of(order), HERE);              \
        return seen;                                                                           \
    }
    OF_EACH_SIZE(SWAP)
}
