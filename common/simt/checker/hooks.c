/* What a compiler's -fsanitize=thread calls before each access to memory, for all that g++ and
 * clang++ call; and the checker's share of launches, blocks and turns.
 *
 * - the short way    a look at the word's cell, which mostly says that nothing new is learnt
 * - the middle way   what is new is the only thing to know
 * - the long way     simt_watch_access()
 * - schedules        simt_set_schedule()
 *
 * The program is linked without the sanitizer's own runtime. */
#include <stdlib.h>
#include <string.h>
#include "checker/checker.h"
#include "counters/traffic.h"

/* --- the short way ----------------------------------------------------------------------- */

#define INLINE static inline __attribute__((always_inline))
#define LIKELY(condition) __builtin_expect(condition, true)
#define UNLIKELY(condition) __builtin_expect(condition, false)

/* Another worker may be at the same cell. */
INLINE bool add_lane(struct cell *cell, struct cell seen, unsigned bit)
{
    unsigned long long old = (unsigned long long)seen.lanes << 32 | seen.key;
    unsigned long long new = (unsigned long long)(seen.lanes | bit) << 32 | seen.key;
    if (simt_era.alone) {
        cell->lanes |= bit;
        return true;
    }
    return __atomic_compare_exchange_n((unsigned long long *)&cell->key, &old, new, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* The lane's warp has read the word in this segment, and nothing has been written for so long
 * that it is ordered for all. */
INLINE bool joins(uintptr_t address, struct cell *cell, const struct watch *watch, unsigned me,
                  unsigned key)
{
    unsigned bit = 1u << me % SIMT_WARP;
    struct cell seen = *cell;
    if (seen.key != key)
        return false;
    if (seen.lanes & bit)
        return true;
    if (simt_is_shared(address)) {
        if (seen.writer >= watch->base)
            return false;
        cell->lanes |= bit;
        return true;
    }
    return seen.writer < simt_era.first && add_lane(cell, seen, bit);
}

INLINE bool read_is_known(uintptr_t address)
{
    struct cell *cell = simt_cell(address);
    if (cell->key == simt_era.first)
        return true;
    const struct lane *lane = running_lane();
    const struct watch *watch = worker_of(lane)->watch;
    unsigned me = lane->seen.number;
    return cell->key == watch->base || joins(address, cell, watch, me, watch->key[me]);
}

INLINE bool atomic_is_known(uintptr_t address)
{
    struct cell *cell = simt_cell(address);
    const struct lane *lane = running_lane();
    const struct watch *watch = worker_of(lane)->watch;
    unsigned me = lane->seen.number;
    return cell->key == simt_era.first + 1 || cell->key == watch->base + 1 ||
           joins(address, cell, watch, me, watch->key[me] + 1);
}

/* The same lane has written the word in this segment, and nobody else has read it since. */
INLINE bool write_is_known(uintptr_t address)
{
    const struct cell *cell = simt_cell(address);
    const struct lane *lane = running_lane();
    const struct watch *watch = worker_of(lane)->watch;
    unsigned me = lane->seen.number, key = watch->key[me];
    return (cell->writer & ~SIMT_LONE) == key && cell->flags == me && !watch->doubts &&
           (cell->key == 0 || (cell->key == key && cell->lanes == 1u << me % SIMT_WARP));
}

/* --- the middle way: a word of shared memory, last written by one lane of this block ----- */

INLINE bool is_own_shared(uintptr_t address, const struct watch *watch)
{
    return simt_is_shared(address) && simt_watch_at(address) == watch && !simt_has_fences;
}

/* That write is ordered for all. Then nothing can be wrong but with this interval's reads. */
INLINE bool is_settled(const struct cell *cell, const struct watch *watch)
{
    unsigned writer = cell->writer & ~SIMT_LONE;
    return writer < watch->base && writer >= watch->first && cell->flags < SIMT_MAX_THREADS;
}

/* The second lane of its warp to read it in this segment. */
INLINE bool joins_lone(struct cell *cell, struct detail *detail, unsigned me, unsigned key,
                       const void *code)
{
    if (cell->key != key || !(cell->writer & SIMT_LONE) || simt_has_groups)
        return false;
    cell->writer &= ~SIMT_LONE;
    cell->lanes |= 1u << me % SIMT_WARP;
    detail->lane[1] = (unsigned short)me;
    detail->code[1] = simt_code_offset(code);
    return true;
}

/* The first lane to read it in this interval, the second, or the first of another warp. */
INLINE bool shared_read_is_settled(uintptr_t address, const void *code)
{
    struct cell *cell = simt_cell(address);
    struct detail *detail = simt_detail(address);
    const struct lane *lane = running_lane();
    const struct watch *watch = worker_of(lane)->watch;
    unsigned me = lane->seen.number, key = watch->key[me];
    if (!is_own_shared(address, watch) || !is_settled(cell, watch))
        return false;
    if (cell->key < watch->base) {
        cell->key = key;
        cell->lanes = 1u << me % SIMT_WARP;
        cell->writer |= SIMT_LONE;
        detail->code[0] = simt_code_offset(code);
        detail->lane[0] = (unsigned short)me;
        return true;
    }
    if (cell->key & 1)
        return false;
    if (detail->lane[0] / SIMT_WARP == me / SIMT_WARP)
        return joins_lone(cell, detail, me, key, code);
    detail->key[0] = cell->key;
    detail->key[1] = key;
    detail->lane[1] = (unsigned short)me;
    detail->code[1] = simt_code_offset(code);
    cell->key = watch->base;
    cell->lanes = 0;
    cell->writer &= ~SIMT_LONE;
    return true;
}

INLINE bool global_read_is_first(uintptr_t address, const void *code)
{
    return !simt_is_shared(address) && !simt_has_fences &&
           simt_race_first_read(running_lane(), address, code);
}

/* The block has not touched it before, and nothing of another block is kept in lists. */
INLINE bool is_fresh(uintptr_t address, const struct cell *cell, const struct watch *watch)
{
    return (cell->writer & ~SIMT_LONE) < watch->first && cell->key < watch->first &&
           cell->key != simt_era.list && cell->key != simt_era.bytes &&
           simt_is_addressable(address, 4);
}

/* Nobody else has read it in this interval. */
INLINE bool shared_write_is_settled(uintptr_t address, const void *code)
{
    struct cell *cell = simt_cell(address);
    const struct lane *lane = running_lane();
    const struct watch *watch = worker_of(lane)->watch;
    unsigned me = lane->seen.number, key = watch->key[me];
    bool own = cell->key == key && cell->lanes == 1u << me % SIMT_WARP;
    if (!is_own_shared(address, watch) || watch->doubts)
        return false;
    if (is_fresh(address, cell, watch))
        simt_set_initialised(address, 4);
    else if (!is_settled(cell, watch) || !(own || cell->key < watch->base))
        return false;
    *cell = (struct cell){.writer = key, .flags = me};
    simt_detail(address)->writer_code = simt_code_offset(code);
    return true;
}

/* --- all ways ---------------------------------------------------------------------------- */

/* No other way than the long one is open for odd sizes and places, and in lockstep. */
INLINE bool is_plain(uintptr_t address, unsigned size, uintptr_t quick)
{
    return size >= 4 && simt_quick(address) == quick && (address & (size - 1)) == 0;
}

/* What the fewest instructions can tell. */
INLINE bool read_is_quick(uintptr_t address)
{
    struct cell *cell = (struct cell *)(address * 4);
    if (!simt_is_shared(address))
        return cell->key == simt_era.first ||
               cell->key == worker_of(running_lane())->watch->base;
    const struct watch *watch = simt_watch_at(address);
    if (cell->key == watch->base)
        return true;
    unsigned me = simt_lane->number;
    if (cell->key != watch->key[me] || cell->writer >= watch->base)
        return false;
    cell->lanes |= 1u << me % SIMT_WARP;
    return true;
}

INLINE bool read_is_short(const void *address, unsigned size, uintptr_t quick)
{
    uintptr_t at = (uintptr_t)address;
    if (UNLIKELY(!is_plain(at, size, quick)))
        return false;
    for (unsigned known = 0; known < size; known += 4)
        if (UNLIKELY(!read_is_quick(at + known)))
            return false;
    return true;
}

INLINE bool read_is_middling(const void *address, unsigned size, const void *code)
{
    uintptr_t at = (uintptr_t)address;
    unsigned known = 0;
    if (simt_lane &&
        (is_plain(at, size, simt_era.quick) || is_plain(at, size, simt_era.counted)))
        while (known < size &&
               (read_is_known(at + known) || shared_read_is_settled(at + known, code) ||
                global_read_is_first(at + known, code)))
            known += 4;
    return known >= size;
}

INLINE bool write_is_middling(const void *address, unsigned size, const void *code)
{
    uintptr_t at = (uintptr_t)address;
    unsigned known = 0;
    if (simt_lane &&
        (is_plain(at, size, simt_era.quick) || is_plain(at, size, simt_era.counted)))
        while (known < size &&
               (write_is_known(at + known) || shared_write_is_settled(at + known, code)))
            known += 4;
    return known >= size;
}

INLINE void count(const void *address, unsigned size, enum simt_access kind, const void *code)
{
    enum simt_traffic what =
        simt_is_shared((uintptr_t)address) ? SIMT_SHARED_LOAD : SIMT_GLOBAL_LOAD;
    what += kind == SIMT_WRITE;
    if (UNLIKELY(!simt_note_again(simt_stream_of(running_lane()), code, address, what, size)))
        simt_traffic_access(running_lane(), code, address, size, kind);
}

/* A function for each size, which has it for a constant. */
#define WAYS(size)                                                                             \
    static __attribute__((noinline)) void watch_read##size(void *a, const void *code)          \
    {                                                                                          \
        if (!read_is_middling(a, size, code))                                                  \
            simt_watch_access(a, size, SIMT_READ, code);                                       \
        else if (simt_counting)                                                                \
            count(a, size, SIMT_READ, code);                                                   \
    }                                                                                          \
    static __attribute__((noinline)) void count_read##size(void *a, const void *code)          \
    {                                                                                          \
        if (LIKELY(read_is_short(a, size, simt_era.counted)))                                  \
            count(a, size, SIMT_READ, code);                                                   \
        else                                                                                   \
            watch_read##size(a, code);                                                         \
    }                                                                                          \
    static __attribute__((noinline)) void watch_write##size(void *a, const void *code)         \
    {                                                                                          \
        if (!write_is_middling(a, size, code))                                                 \
            simt_watch_access(a, size, SIMT_WRITE, code);                                      \
        else if (simt_counting)                                                                \
            count(a, size, SIMT_WRITE, code);                                                  \
    }
WAYS(1)
WAYS(2)
WAYS(4)
WAYS(8)
WAYS(16)

INLINE void watch_atomic(const void *address, unsigned size, const void *code)
{
    uintptr_t at = (uintptr_t)address;
    if (size == 4 && simt_quick(at) == simt_era.quick && !simt_has_fences &&
        atomic_is_known(at))
        return;
    simt_watch_access(address, size, SIMT_ATOMIC, code);
}

/* --- hooks: plain accesses; volatile.c has others ----------------------------------------- */

#define HERE __builtin_return_address(0)
#define HOOK(name) __tsan_##name

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the compilers know them */

#define ACCESSES(size)                                                                         \
    void HOOK(read##size)(void *a)                                                             \
    {                                                                                          \
        if (UNLIKELY(!read_is_short(a, size, simt_era.quick)))                                 \
            count_read##size(a, HERE);                                                         \
    }                                                                                          \
    void HOOK(write##size)(void *a)                                                            \
    {                                                                                          \
        watch_write##size(a, HERE);                                                            \
    }                                                                                          \
    void HOOK(read_write##size)(void *a)                                                       \
    {                                                                                          \
        watch_read##size(a, HERE);                                                             \
        watch_write##size(a, HERE);                                                            \
    }
/* clang's for types that need no alignment. */
#define UNALIGNED(size)                                                                        \
    void HOOK(unaligned_read##size)(void *a)                                                   \
    {                                                                                          \
        simt_watch_range(a, size, SIMT_READ, HERE);                                            \
    }                                                                                          \
    void HOOK(unaligned_write##size)(void *a)                                                  \
    {                                                                                          \
        simt_watch_range(a, size, SIMT_WRITE, HERE);                                           \
    }                                                                                          \
    void HOOK(unaligned_read_write##size)(void *a)                                             \
    {                                                                                          \
        simt_watch_range(a, size, SIMT_READ, HERE);                                            \
        simt_watch_range(a, size, SIMT_WRITE, HERE);                                           \
    }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)

void HOOK(read_range)(void *a, long size)
{
    simt_watch_range(a, (size_t)size, SIMT_READ, HERE);
}

void HOOK(write_range)(void *a, long size)
{
    simt_watch_range(a, (size_t)size, SIMT_WRITE, HERE);
}

/* What the checked object calls instead of the C library's; see simt.mk. */
void *HOOK(memcpy)(void *to, const void *from, size_t size)
{
    if (!simt_lane) {
        simt_check_host(from, SIMT_READ, HERE);
        simt_check_host(to, SIMT_WRITE, HERE);
        return memcpy(to, from, size);
    }
    simt_watch_copy(to, from, size, HERE);
    return to;
}

/* Where the ranges overlap, its pieces would, too. */
void *HOOK(memmove)(void *to, const void *from, size_t size)
{
    simt_watch_range(from, size, SIMT_READ, HERE);
    simt_watch_range(to, size, SIMT_WRITE, HERE);
    return memmove(to, from, size);
}

void *HOOK(memset)(void *to, int value, size_t size)
{
    if (!simt_lane) {
        simt_check_host(to, SIMT_WRITE, HERE);
        return memset(to, value, size);
    }
    simt_watch_fill(to, value, size, HERE);
    return to;
}

/* --- hooks: atomics ---------------------------------------------------------------------- */

/* An atomic load stands only in loops of load and compare-and-swap (simt_update in device.h),
 * as a part of what a device does at once: it is not an access of its own. */
#define ATOMICS(bits, T)                                                                       \
    T HOOK(atomic##bits##_load)(const volatile T *a, int order)                                \
    {                                                                                          \
        (void)order;                                                                           \
        simt_watch_load((const void *)a);                                                      \
        return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                           \
    }                                                                                          \
    void HOOK(atomic##bits##_store)(volatile T * a, T value, int order)                        \
    {                                                                                          \
        (void)order;                                                                           \
        watch_atomic((const void *)a, sizeof(T), HERE);                                        \
        __atomic_store_n(a, value, __ATOMIC_SEQ_CST);                                          \
    }                                                                                          \
    T HOOK(atomic##bits##_exchange)(volatile T * a, T value, int order)                        \
    {                                                                                          \
        (void)order;                                                                           \
        watch_atomic((const void *)a, sizeof(T), HERE);                                        \
        return __atomic_exchange_n(a, value, __ATOMIC_SEQ_CST);                                \
    }                                                                                          \
    FETCH(bits, T, add)                                                                        \
    FETCH(bits, T, sub)                                                                        \
    FETCH(bits, T, and)                                                                        \
    FETCH(bits, T, or)                                                                         \
    FETCH(bits, T, xor)                                                                        \
    FETCH(bits, T, nand)                                                                       \
    int HOOK(atomic##bits##_compare_exchange_strong)(volatile T * a, T * old, T value,         \
                                                     int order, int failure)                   \
    {                                                                                          \
        (void)order, (void)failure;                                                            \
        watch_atomic((const void *)a, sizeof(T), HERE);                                        \
        return __atomic_compare_exchange_n(a, old, value, 0, __ATOMIC_SEQ_CST,                 \
                                           __ATOMIC_SEQ_CST);                                  \
    }                                                                                          \
    int HOOK(atomic##bits##_compare_exchange_weak)(volatile T * a, T * old, T value,           \
                                                   int order, int failure)                     \
    {                                                                                          \
        (void)order, (void)failure;                                                            \
        if (!__atomic_compare_exchange_n(a, old, value, 0, __ATOMIC_SEQ_CST,                   \
                                         __ATOMIC_SEQ_CST))                                    \
            return 0;                                                                          \
        simt_watch_update((const void *)a, sizeof(T), HERE);                                   \
        return 1;                                                                              \
    }                                                                                          \
    T HOOK(atomic##bits##_compare_exchange_val)(volatile T * a, T old, T value, int order,     \
                                                int failure)                                   \
    {                                                                                          \
        (void)order, (void)failure;                                                            \
        watch_atomic((const void *)a, sizeof(T), HERE);                                        \
        __atomic_compare_exchange_n(a, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
        return old;                                                                            \
    }
#define FETCH(bits, T, operation)                                                              \
    T HOOK(atomic##bits##_fetch_##operation)(volatile T * a, T value, int order)               \
    {                                                                                          \
        (void)order;                                                                           \
        watch_atomic((const void *)a, sizeof(T), HERE);                                        \
        return __atomic_fetch_##operation(a, value, __ATOMIC_SEQ_CST);                         \
    }
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long long)

/* No kernel can make these: they are here for host code, one at a time. */
typedef unsigned __int128 wide;
static pthread_mutex_t one_wide = PTHREAD_MUTEX_INITIALIZER;

static wide swap_wide(volatile wide *a, wide value)
{
    pthread_mutex_lock(&one_wide);
    wide old = *a;
    *a = value;
    pthread_mutex_unlock(&one_wide);
    return old;
}

static int exchange_wide(volatile wide *a, wide *old, wide value)
{
    pthread_mutex_lock(&one_wide);
    int same = *a == *old;
    if (same)
        *a = value;
    else
        *old = *a;
    pthread_mutex_unlock(&one_wide);
    return same;
}

#define WIDE(operation, expression)                                                            \
    wide HOOK(atomic128_fetch_##operation)(volatile wide * a, wide value, int order)           \
    {                                                                                          \
        (void)order;                                                                           \
        pthread_mutex_lock(&one_wide);                                                         \
        wide old = *a;                                                                         \
        *a = expression;                                                                       \
        pthread_mutex_unlock(&one_wide);                                                       \
        return old;                                                                            \
    }
WIDE(add, old + value)
WIDE(sub, old - value)
WIDE(and, old &value)
WIDE(or, old | value)
WIDE(xor, old ^ value)
WIDE(nand, ~(old &value))

wide HOOK(atomic128_load)(const volatile wide *a, int order)
{
    wide value = 0;
    (void)order;
    exchange_wide((volatile wide *)a, &value, value);
    return value;
}

void HOOK(atomic128_store)(volatile wide *a, wide value, int order)
{
    (void)order;
    swap_wide(a, value);
}

wide HOOK(atomic128_exchange)(volatile wide *a, wide value, int order)
{
    (void)order;
    return swap_wide(a, value);
}

int HOOK(atomic128_compare_exchange_strong)(volatile wide *a, wide *old, wide value, int order,
                                            int failure)
{
    (void)order, (void)failure;
    return exchange_wide(a, old, value);
}

int HOOK(atomic128_compare_exchange_weak)(volatile wide *a, wide *old, wide value, int order,
                                          int failure)
{
    (void)order, (void)failure;
    return exchange_wide(a, old, value);
}

wide HOOK(atomic128_compare_exchange_val)(volatile wide *a, wide old, wide value, int order,
                                          int failure)
{
    (void)order, (void)failure;
    exchange_wide(a, &old, value);
    return old;
}

/* --- registering ---------------------------------------------------------------------- */

/* Before the constructors of the program, some of which may allocate memory. */
__attribute__((constructor(101))) static void observe(void)
{
    simt_observe();
}

/* --- hooks: the rest --------------------------------------------------------------------- */

void HOOK(vptr_update)(void **a, void *value)
{
    if (*a != value)
        watch_write8(a, HERE);
}

void HOOK(vptr_read)(void **a)
{
    watch_read8(a, HERE);
}

void HOOK(init)(void)
{
}

void HOOK(func_entry)(void *caller)
{
    if (simt_counting && simt_lane)
        simt_traffic_enter(running_lane(), caller);
}

void HOOK(func_exit)(void)
{
    if (simt_counting && simt_lane)
        simt_traffic_leave(running_lane());
}

void simt_spin_unseen(bool waits)
{
    if (waits)
        simt_spin();
}

/* -fsanitize-coverage=trace-pc calls it in each basic block. */
void __sanitizer_cov_trace_pc(void)
{
    if (!simt_counting || !simt_lane)
        return;
    struct simt_stream *stream = simt_stream_of(running_lane());
    if (UNLIKELY(stream->block))
        simt_traffic_pass(running_lane(), HERE);
    else
        stream->block = simt_code_offset(HERE);
}

void HOOK(ignore_thread_begin)(void)
{
}
void HOOK(ignore_thread_end)(void)
{
}
void HOOK(atomic_signal_fence)(int order)
{
    (void)order;
}
