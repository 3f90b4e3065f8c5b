/* Instructions of PTX that programs write in line: what translate/ptx.c makes of them. Here are
 * those that ask the device, wait, or go to memory. C++17.
 *
 * A multiprocessor has every eighth block; %globaltimer counts nanoseconds of the clock. */
#ifndef SIMT_PTX_H
#define SIMT_PTX_H

#include "others/ptx_barriers.h"
#include "others/ptx_matrix.h"
#include "others/ptx_numbers.h"
#include "others/scoped_atomics.h"
#include "shim/device.h"

namespace simt
{

/* --- the device's registers --------------------------------------------------------------- */

SIMT_INLINE unsigned ptx_laneid()
{
    return simt_lane->number % 32;
}

SIMT_INLINE unsigned ptx_warpid()
{
    return simt_lane->number / 32;
}

SIMT_INLINE unsigned ptx_nwarpid()
{
    return 64;
}

SIMT_INLINE unsigned ptx_nsmid()
{
    return 8;
}

SIMT_INLINE unsigned ptx_smid()
{
    return ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) % ptx_nsmid();
}

SIMT_INLINE unsigned ptx_lanemask_eq()
{
    return 1u << ptx_laneid();
}

SIMT_INLINE unsigned ptx_lanemask_lt()
{
    return ptx_lanemask_eq() - 1;
}

SIMT_INLINE unsigned ptx_lanemask_le()
{
    return ptx_lanemask_lt() | ptx_lanemask_eq();
}

SIMT_INLINE unsigned ptx_lanemask_ge()
{
    return ~ptx_lanemask_lt();
}

SIMT_INLINE unsigned ptx_lanemask_gt()
{
    return ~ptx_lanemask_le();
}

SIMT_INLINE uint64_t ptx_clock64()
{
    return (uint64_t)clock64();
}

SIMT_INLINE uint64_t ptx_globaltimer()
{
    return simt_time_of_day();
}

/* Between a register and parts of it, the lowest first. */
template <class R> SIMT_INLINE void ptx_take_part(R &&to, uint64_t from)
{
    to = (typename std::remove_reference<R>::type)from;
}

template <class... R> SIMT_INLINE void ptx_unpack(uint64_t from, R &&...to)
{
    unsigned shift = 0;
    ((ptx_take_part(to, from >> shift), shift += 8 * sizeof(R)), ...);
}

template <class T, class... R> SIMT_INLINE T ptx_pack(int, R... from)
{
    uint64_t all = 0;
    unsigned shift = 0;
    ((all |= (uint64_t)from << shift, shift += 8 * sizeof(R)), ...);
    return ptx_get<T>((typename std::conditional < sizeof(T) == 4, uint32_t, uint64_t > ::type)
                          all);
}

/* --- waiting ------------------------------------------------------------------------------ */

SIMT_INLINE void ptx_barrier(SIMT_HERE)
{
    __syncthreads(file, line);
}

SIMT_INLINE void ptx_meet_warp(uint32_t mask, SIMT_HERE)
{
    __syncwarp(mask, file, line);
}

SIMT_INLINE void ptx_fence_block()
{
    __threadfence_block();
}

SIMT_INLINE void ptx_fence()
{
    __threadfence();
}

template <class T> SIMT_INLINE void ptx_sleep(T nanoseconds)
{
    __nanosleep(nanoseconds);
}

template <class T> SIMT_INLINE T ptx_active(SIMT_HERE)
{
    return __activemask(file, line);
}

#define SIMT_PTX_WARP(name, result, operation)                                                 \
    template <class T>                                                                         \
    SIMT_INLINE result ptx_##name(                                                             \
        typename std::conditional<std::is_same<T, bool>::value, bool, T>::type value,          \
        uint32_t mask, SIMT_HERE)                                                              \
    {                                                                                          \
        return (result)operation(mask, value, file, line);                                     \
    }
SIMT_PTX_WARP(vote_all, bool, __all_sync)
SIMT_PTX_WARP(vote_any, bool, __any_sync)
SIMT_PTX_WARP(vote_uni, bool, __uni_sync)
SIMT_PTX_WARP(match_any, uint32_t, __match_any_sync)
SIMT_PTX_WARP(redux_add, T, __reduce_add_sync)
SIMT_PTX_WARP(redux_min, T, __reduce_min_sync)
SIMT_PTX_WARP(redux_max, T, __reduce_max_sync)
SIMT_PTX_WARP(redux_and, T, __reduce_and_sync)
SIMT_PTX_WARP(redux_or, T, __reduce_or_sync)
SIMT_PTX_WARP(redux_xor, T, __reduce_xor_sync)

template <class T> SIMT_INLINE uint32_t ptx_ballot(bool value, uint32_t mask, SIMT_HERE)
{
    return __ballot_sync(mask, value, file, line);
}

/* Which lane is read, and whether it lies within the limits: as the manual's own text. */
template <char MODE, class D, class P>
SIMT_INLINE void ptx_shuffle(D &&to, P &&found, uint32_t value, uint32_t by, uint32_t limits,
                             uint32_t mask, SIMT_HERE)
{
    int lane = (int)ptx_laneid(), segments = (int)(limits >> 8 & 31),
        clamp = (int)(limits & 31);
    int most = (lane & segments) | (clamp & ~segments), least = lane & segments;
    int b = (int)(by & 31), from = MODE == 'u'   ? lane - b
                                   : MODE == 'd' ? lane + b
                                   : MODE == 'b' ? lane ^ b
                                                 : least | (b & ~segments);
    bool within = MODE == 'u' ? from >= most : from <= most;
    to = (typename std::remove_reference<D>::type)__shfl_sync(mask, value, within ? from : lane,
                                                              32, file, line);
    found = (typename std::remove_reference<P>::type)within;
}

SIMT_INLINE void ptx_trap(SIMT_HERE)
{
    simt_trap(file, line);
}

template <class... Any> SIMT_INLINE void ptx_hint(Any...)
{
}

/* --- memory: hints for caches change nothing ---------------------------------------------- */

/* Where an address of a register leads: of shared memory it is half a pointer. */
template <bool SHARED, class R> SIMT_INLINE char *ptx_at(R base, long long offset)
{
    if constexpr (SHARED)
        return from_shared((uint32_t)((uint32_t)base + offset));
    else
        return (char *)((uint64_t)base + (uint64_t)offset);
}

/* So many bytes at once. */
template <size_t BYTES> struct ptx_bytes;
template <> struct ptx_bytes<1> {
    using type = uint8_t;
};
template <> struct ptx_bytes<2> {
    using type = uint16_t;
};
template <> struct ptx_bytes<4> {
    using type = uint32_t;
};
template <> struct ptx_bytes<8> {
    using type = uint64_t;
};
template <> struct ptx_bytes<16> {
    using type = uint4;
};

template <class T, class R> SIMT_INLINE void ptx_put_bits(R &to, T value)
{
    ptx_put(to, value);
}

template <class T, class... R> SIMT_INLINE void ptx_load(const char *at, R &...to)
{
    using all_of = typename ptx_bytes<sizeof(T) * sizeof...(R)>::type;
    const all_of all = *(const all_of *)at;
    T values[sizeof...(R)];
    __builtin_memcpy(values, &all, sizeof all);
    int i = 0;
    (ptx_put_bits(to, values[i++]), ...);
}

template <class T, class... V> SIMT_INLINE void ptx_store(char *at, V... values)
{
    using all_of = typename ptx_bytes<sizeof(T) * sizeof...(V)>::type;
    const T list[] = {values...};
    all_of all;
    __builtin_memcpy(&all, list, sizeof all);
    *(all_of *)at = all;
}

template <class T> using ptx_word = typename ptx_bytes<sizeof(T)>::type;

template <class T, class... R> SIMT_INLINE void ptx_load_volatile(const char *at, R &...to)
{
    int i = 0;
    (ptx_put_bits(to, ptx_get<T>((ptx_word<T>)((const volatile ptx_word<T> *)at)[i++])), ...);
    simt_spin_if(true);
}

template <class T, class... V> SIMT_INLINE void ptx_store_volatile(char *at, V... values)
{
    int i = 0;
    ((((volatile ptx_word<T> *)at)[i++] = ptx_get<ptx_word<T>>(values)), ...);
}

template <class T, class R>
SIMT_INLINE void ptx_load_ordered(const char *at, int order, int scope, R &to)
{
    ptx_put(to, ptx_get<T>(simt_scoped_load((const ptx_word<T> *)at, order, scope)));
}

template <class T> SIMT_INLINE void ptx_store_ordered(char *at, int order, int scope, T value)
{
    simt_scoped_store((T *)at, value, order, scope);
}

#define SIMT_PTX_ATOMIC(name, operation)                                                       \
    template <class T> SIMT_INLINE T ptx_atom_##name(char *at, int order, int scope, T value)  \
    {                                                                                          \
        return operation((T *)at, value, order, scope);                                        \
    }
SIMT_PTX_ATOMIC(add, simt_scoped_fetch_add)
SIMT_PTX_ATOMIC(and, simt_scoped_fetch_and)
SIMT_PTX_ATOMIC(or, simt_scoped_fetch_or)
SIMT_PTX_ATOMIC(xor, simt_scoped_fetch_xor)
SIMT_PTX_ATOMIC(min, simt_scoped_fetch_min)
SIMT_PTX_ATOMIC(max, simt_scoped_fetch_max)
SIMT_PTX_ATOMIC(exch, simt_scoped_exchange)

template <class T>
SIMT_INLINE T ptx_atom_cas(char *at, int order, int scope, T expected, T wanted)
{
    simt_scoped_swap((T *)at, &expected, wanted, order, scope);
    return expected;
}

template <class T> SIMT_INLINE T ptx_atom_inc(char *at, int order, int scope, T most)
{
    simt_release(order, scope);
    T old = atomicInc((T *)at, most);
    simt_acquire(order, scope);
    return old;
}

template <class T> SIMT_INLINE T ptx_atom_dec(char *at, int order, int scope, T most)
{
    simt_release(order, scope);
    T old = atomicDec((T *)at, most);
    simt_acquire(order, scope);
    return old;
}

/* Copies that run meanwhile: of the bytes the first `taken` are read, the others are 0. */
SIMT_INLINE void ptx_copy(char *to, const char *from, uint32_t bytes, uint32_t taken)
{
    simt_copy_later(NULL, to, from, taken, bytes - taken);
}

SIMT_INLINE void ptx_copy(char *to, const char *from, uint32_t bytes)
{
    ptx_copy(to, from, bytes, bytes);
}

} // namespace simt

#endif
