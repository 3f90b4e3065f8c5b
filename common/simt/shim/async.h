/* What memcpy_async of all kinds is made of, and cuda::aligned_size_t. C++17. */
#ifndef SIMT_SHIM_ASYNC_H
#define SIMT_SHIM_ASYNC_H

#include "grid/async_copies.h"
#include "shim/device.h"

#define SIMT_MEMBER inline __attribute__((always_inline))

/* The part that the calling thread of the group copies: 16 bytes, or more of them. */
template <class Group>
SIMT_INLINE void simt_copy_slice(const void *kind, const Group &group, void *to,
                                 const void *from, size_t bytes)
{
    size_t share = (bytes + group.size() - 1) / group.size(), part = (share + 15) / 16 * 16;
    size_t first = part * group.thread_rank(), rest = bytes > first ? bytes - first : 0;
    if (rest)
        simt_copy_later(kind, (char *)to + first, (const char *)from + first,
                        rest < part ? rest : part, 0);
}

namespace cuda
{

/* A size, and what it and the addresses are multiples of. */
template <size_t ALIGNMENT> struct aligned_size_t {
    static constexpr size_t align = ALIGNMENT;
    size_t value;

    explicit constexpr aligned_size_t(size_t size) : value(size)
    {
    }
    constexpr operator size_t() const
    {
        return value;
    }
};

namespace simt
{

/* A thread by itself. */
struct alone {
    static unsigned size()
    {
        return 1;
    }
    static unsigned thread_rank()
    {
        return 0;
    }
};

} // namespace simt
} // namespace cuda

#endif
