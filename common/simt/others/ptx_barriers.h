/* Barriers of inline PTX beside __syncthreads(): the sixteen that have a number (bar.sync a, b
 * and bar.arrive a, b), and mbarrier. C++17.
 *
 * Both count by atomics of the block's scope: what the checker knows of order comes from these.
 * Each thread counts as one: whole warps arrive, as PTX wants it. */
#ifndef SIMT_PTX_BARRIERS_H
#define SIMT_PTX_BARRIERS_H

#include "grid/async_copies.h"
#include "others/scoped_atomics.h"
#include "shim/device.h"

namespace simt
{

/* --- barriers with a number --------------------------------------------------------------- */

struct ptx_numbered_barrier {
    unsigned arrived, phase;
};

/* A template, so that only a program that uses them has them in its shared memory. */
template <unsigned COUNT> SIMT_INLINE ptx_numbered_barrier &ptx_numbered(unsigned number)
{
    __shared__ ptx_numbered_barrier barriers[COUNT];
    if (simt_is_first_to_ask())
        for (ptx_numbered_barrier &one : barriers) {
            simt_scoped_store(&one.arrived, 0u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
            simt_scoped_store(&one.phase, 0u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
        }
    return barriers[number % COUNT];
}

SIMT_INLINE unsigned ptx_threads()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

/* Returns the phase to whose end the thread contributes. */
SIMT_INLINE unsigned ptx_arrive(ptx_numbered_barrier &at, unsigned count)
{
    unsigned phase = simt_scoped_load(&at.phase, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    if (simt_scoped_fetch_add(&at.arrived, 1u, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK) ==
        count - 1) {
        simt_scoped_store(&at.arrived, 0u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
        simt_scoped_store(&at.phase, phase + 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
    }
    return phase;
}

SIMT_INLINE void ptx_numbered_arrive(unsigned number, unsigned count)
{
    ptx_arrive(ptx_numbered<16>(number), count);
}

SIMT_INLINE void ptx_numbered_sync(unsigned number, unsigned count)
{
    ptx_numbered_barrier &at = ptx_numbered<16>(number);
    unsigned phase = ptx_arrive(at, count);
    while (simt_scoped_load(&at.phase, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK) == phase)
        simt_spin_if(true);
}

/* --- mbarrier ----------------------------------------------------------------------------- */

/* Its word: who is missing, how many are expected, and how many phases are over. */
enum : uint64_t { PTX_MISSING = (1 << 20) - 1, PTX_EXPECTED = 1 << 20, PTX_PHASE = 1ull << 40 };

SIMT_INLINE void ptx_mbarrier_init(char *at, uint32_t count)
{
    *(uint64_t *)at = count + count * PTX_EXPECTED;
}

SIMT_INLINE void ptx_mbarrier_end(char *at)
{
    *(uint64_t *)at = 0;
}

/* Returns the phase to whose end the thread contributes. */
SIMT_INLINE uint64_t ptx_mbarrier_count(char *at, uint32_t count, uint32_t dropped)
{
    uint64_t old =
                 simt_scoped_load((uint64_t *)at, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK),
             next;
    do {
        next = old - count - dropped * PTX_EXPECTED;
        if ((next & PTX_MISSING) == 0)
            next += PTX_PHASE + (next / PTX_EXPECTED & PTX_MISSING);
    } while (!simt_scoped_swap((uint64_t *)at, &old, next, __NV_ATOMIC_ACQ_REL,
                               __NV_THREAD_SCOPE_BLOCK));
    return old / PTX_PHASE;
}

SIMT_INLINE uint64_t ptx_mbarrier_arrive(char *at, uint32_t count = 1)
{
    return ptx_mbarrier_count(at, count, 0);
}

SIMT_INLINE uint64_t ptx_mbarrier_drop(char *at, uint32_t count = 1)
{
    return ptx_mbarrier_count(at, count, count);
}

SIMT_INLINE uint64_t ptx_mbarrier_phase(const char *at)
{
    return simt_scoped_load((const uint64_t *)at, __NV_ATOMIC_ACQUIRE,
                            __NV_THREAD_SCOPE_BLOCK) /
           PTX_PHASE;
}

SIMT_INLINE bool ptx_mbarrier_is_over(const char *at, uint64_t phase)
{
    simt_spin_if(true);
    return ptx_mbarrier_phase(at) != phase;
}

SIMT_INLINE bool ptx_mbarrier_is_over_parity(const char *at, uint32_t parity)
{
    simt_spin_if(true);
    return (ptx_mbarrier_phase(at) & 1) != parity;
}

/* The thread's copies are done here; `counts` says that this was expected, too. */
SIMT_INLINE void ptx_mbarrier_after_copies(char *at, bool counts)
{
    simt_finish_copies(NULL);
    if (counts)
        ptx_mbarrier_arrive(at);
}

} // namespace simt

#endif
