/* What <cooperative_groups.h>, its reduce.h and scan.h have: thread blocks, tiles of a warp,
 * coalesced threads, partitions. A grid has ranks and sizes; programs that are not a lab's may
 * wait for one (SIMT_HAS_GRIDS), in a lab that is a build error. C++17.
 *
 * Groups within a warp are masks of its lanes; what they do is done by the warp operations of
 * waiting.h. Values of any size are exchanged by words. */
#ifndef SIMT_COOPERATIVE_GROUPS_H
#define SIMT_COOPERATIVE_GROUPS_H

#include "cuda/api.h"
#include "shim/device.h"
#include "shim/translated.h"

#define SIMT_MEMBER inline __attribute__((always_inline))

namespace cooperative_groups
{

/* --- warps -------------------------------------------------------------------------------- */

namespace simt
{

SIMT_INLINE unsigned lane()
{
    return simt_lane->number % 32;
}

SIMT_INLINE unsigned block_size()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

SIMT_INLINE unsigned lanes_from(unsigned first, unsigned count)
{
    return (count >= 32 ? 0xffffffffu : (1u << count) - 1) << first;
}

SIMT_INLINE unsigned lanes_below()
{
    return lanes_from(0, lane());
}

/* The lane of the set bit number `rank`. */
SIMT_INLINE unsigned nth_lane(unsigned mask, unsigned rank)
{
    for (; rank; rank--)
        mask &= mask - 1;
    return mask ? (unsigned)__builtin_ctz(mask) : lane();
}

/* A value as words, which a shuffle moves. */
template <class T> struct words {
    static constexpr unsigned count = (sizeof(T) + 3) / 4;
    unsigned word[count];

    SIMT_MEMBER words(const T &value) : word{}
    {
        simt_copy_bytes<sizeof value>(word, &value);
    }
    SIMT_MEMBER T value() const
    {
        T copy;
        simt_copy_bytes<sizeof copy>(&copy, word);
        return copy;
    }
};

template <class T>
SIMT_INLINE T shuffle(simt_warp_op op, unsigned mask, const T &value, unsigned by, int width,
                      const char *file, int line)
{
    words<T> moved(value);
    for (unsigned i = 0; i < words<T>::count; i++)
        moved.word[i] = (unsigned)simt_warp(op, mask, moved.word[i], by, width, file, line);
    return moved.value();
}

} // namespace simt

/* --- a block ------------------------------------------------------------------------------ */

struct thread_block {
    static SIMT_MEMBER void sync(SIMT_HERE)
    {
        __syncthreads(file, line);
    }
    static SIMT_MEMBER unsigned thread_rank()
    {
        return simt_lane->number;
    }
    static SIMT_MEMBER unsigned size()
    {
        return simt::block_size();
    }
    static SIMT_MEMBER unsigned num_threads()
    {
        return simt::block_size();
    }
    static SIMT_MEMBER dim3 group_index()
    {
        return dim3(blockIdx);
    }
    static SIMT_MEMBER dim3 thread_index()
    {
        return dim3(threadIdx);
    }
    static SIMT_MEMBER dim3 group_dim()
    {
        return blockDim;
    }
    static SIMT_MEMBER dim3 dim_threads()
    {
        return blockDim;
    }
};

SIMT_INLINE thread_block this_thread_block()
{
    return {};
}

/* What large tiles would need; none is there. */
template <unsigned most> struct block_tile_memory {
    char none;
};
template <unsigned most> SIMT_INLINE thread_block this_thread_block(block_tile_memory<most> &)
{
    return {};
}

/* --- groups within a warp ----------------------------------------------------------------- */

/* Lanes of one warp. `width` is that of a tile, whose lanes are neighbours, or 0. */
struct coalesced_group {
    unsigned mask;
    unsigned number = 0, count = 1; /* of the group among those of its partition */

    SIMT_MEMBER void sync(SIMT_HERE) const
    {
        simt_meet_in_group(mask, file, line);
    }
    SIMT_MEMBER unsigned thread_rank() const
    {
        return (unsigned)__builtin_popcount(mask & simt::lanes_below());
    }
    SIMT_MEMBER unsigned size() const
    {
        return (unsigned)__builtin_popcount(mask);
    }
    SIMT_MEMBER unsigned num_threads() const
    {
        return size();
    }
    SIMT_MEMBER unsigned meta_group_rank() const
    {
        return number;
    }
    SIMT_MEMBER unsigned meta_group_size() const
    {
        return count;
    }
    template <class T> SIMT_MEMBER T shfl(const T &value, int rank, SIMT_HERE) const
    {
        unsigned from = simt::nth_lane(mask, (unsigned)rank % size());
        return simt::shuffle(SIMT_SHFL, mask, value, from, 32, file, line);
    }
    template <class T> SIMT_MEMBER T shfl_up(const T &value, unsigned by, SIMT_HERE) const
    {
        unsigned rank = thread_rank(), from = rank < by ? rank : rank - by;
        return simt::shuffle(SIMT_SHFL, mask, value, simt::nth_lane(mask, from), 32, file,
                             line);
    }
    template <class T> SIMT_MEMBER T shfl_down(const T &value, unsigned by, SIMT_HERE) const
    {
        unsigned rank = thread_rank(), from = rank + by < size() ? rank + by : rank;
        return simt::shuffle(SIMT_SHFL, mask, value, simt::nth_lane(mask, from), 32, file,
                             line);
    }
    SIMT_MEMBER int any(int predicate, SIMT_HERE) const
    {
        return __any_sync(mask, predicate, file, line);
    }
    SIMT_MEMBER int all(int predicate, SIMT_HERE) const
    {
        return __all_sync(mask, predicate, file, line);
    }
    SIMT_MEMBER unsigned ballot(int predicate, SIMT_HERE) const
    {
        return packed(__ballot_sync(mask, predicate, file, line));
    }
    template <class T> SIMT_MEMBER unsigned match_any(T value, SIMT_HERE) const
    {
        return packed(__match_any_sync(mask, value, file, line));
    }
    template <class T> SIMT_MEMBER unsigned match_all(T value, int &all, SIMT_HERE) const
    {
        return packed(__match_all_sync(mask, value, &all, file, line));
    }

  protected:
    /* Bits of lanes as bits of ranks. */
    SIMT_MEMBER unsigned packed(unsigned lanes) const
    {
        unsigned ranks = 0, rank = 0;
        for (unsigned rest = mask; rest; rest &= rest - 1, rank++)
            ranks |= (lanes >> __builtin_ctz(rest) & 1) << rank;
        return ranks;
    }
};

SIMT_INLINE coalesced_group coalesced_threads(SIMT_HERE)
{
    return {__activemask(file, line)};
}

/* So many neighbours of a warp. Lanes beyond the end of the block belong to it as well. */
template <unsigned width, class Parent = void> struct thread_block_tile : coalesced_group {
    static_assert(width >= 1 && (width & (width - 1)) == 0, "a tile has a power of 2 threads");
    static_assert(width <= 32, "not supported without a GPU: tiles of more than 32 threads");

    SIMT_MEMBER thread_block_tile()
        : coalesced_group{simt::lanes_from(simt::lane() & ~(width - 1), width),
                          simt_lane->number / width, (simt::block_size() + width - 1) / width}
    {
    }
    /* A tile of a block is a tile, whoever asks: thread_block_tile<32> warp = ...; */
    template <class Other>
    SIMT_MEMBER thread_block_tile(const thread_block_tile<width, Other> &other)
        : coalesced_group(other)
    {
    }
    static SIMT_MEMBER unsigned thread_rank()
    {
        return simt_lane->number % width;
    }
    static constexpr unsigned size()
    {
        return width;
    }
    static constexpr unsigned num_threads()
    {
        return width;
    }
    template <class T> SIMT_MEMBER T shfl(const T &value, int rank, SIMT_HERE) const
    {
        return simt::shuffle(SIMT_SHFL, mask, value, (unsigned)rank, width, file, line);
    }
    template <class T> SIMT_MEMBER T shfl_up(const T &value, unsigned by, SIMT_HERE) const
    {
        return simt::shuffle(SIMT_SHFL_UP, mask, value, by, width, file, line);
    }
    template <class T> SIMT_MEMBER T shfl_down(const T &value, unsigned by, SIMT_HERE) const
    {
        return simt::shuffle(SIMT_SHFL_DOWN, mask, value, by, width, file, line);
    }
    template <class T> SIMT_MEMBER T shfl_xor(const T &value, unsigned by, SIMT_HERE) const
    {
        return simt::shuffle(SIMT_SHFL_XOR, mask, value, by, width, file, line);
    }
};

/* --- any group ---------------------------------------------------------------------------- */

/* A block, or lanes of a warp; which of them is known when it runs. */
struct thread_group : coalesced_group {
    bool is_block = false;

    SIMT_MEMBER thread_group(thread_block) : coalesced_group{0}, is_block(true)
    {
    }
    SIMT_MEMBER thread_group(coalesced_group group) : coalesced_group(group)
    {
    }
    SIMT_MEMBER void sync(SIMT_HERE) const
    {
        if (is_block)
            __syncthreads(file, line);
        else
            coalesced_group::sync(file, line);
    }
    SIMT_MEMBER unsigned thread_rank() const
    {
        return is_block ? simt_lane->number : coalesced_group::thread_rank();
    }
    SIMT_MEMBER unsigned size() const
    {
        return is_block ? simt::block_size() : coalesced_group::size();
    }
    SIMT_MEMBER unsigned num_threads() const
    {
        return size();
    }
};

struct grid_group {
#ifdef SIMT_HAS_GRIDS
    /* All threads of the block, then one of them for all blocks, then the block again. */
    void sync(SIMT_HERE) const
    {
        __syncthreads(file, line);
        simt_meet_grid(file, line);
        __syncthreads(file, line);
    }
    static SIMT_MEMBER bool is_valid()
    {
        return simt_is_cooperative();
    }
#else
    void sync(SIMT_HERE) const SIMT_ERROR("not supported without a GPU: grid_group::sync()");
    static SIMT_MEMBER bool is_valid()
    {
        return false;
    }
#endif
    static SIMT_MEMBER unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x +
               blockIdx.x;
    }
    static SIMT_MEMBER unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static SIMT_MEMBER unsigned long long thread_rank()
    {
        return block_rank() * simt::block_size() + simt_lane->number;
    }
    static SIMT_MEMBER unsigned long long size()
    {
        return num_blocks() * simt::block_size();
    }
    static SIMT_MEMBER unsigned long long num_threads()
    {
        return size();
    }
    static SIMT_MEMBER dim3 group_dim()
    {
        return gridDim;
    }
    static SIMT_MEMBER dim3 dim_blocks()
    {
        return gridDim;
    }
    static SIMT_MEMBER dim3 block_index()
    {
        return dim3(blockIdx);
    }
};

SIMT_INLINE grid_group this_grid()
{
    return {};
}

/* --- partitions --------------------------------------------------------------------------- */

template <unsigned width, class Group>
SIMT_INLINE thread_block_tile<width, Group> tiled_partition(const Group &)
{
    return {};
}

/* Of the ranks of the group, so many at a time. */
SIMT_INLINE thread_group tiled_partition(const coalesced_group &group, unsigned width)
{
    unsigned rank = group.thread_rank(), mask = 0;
    for (unsigned i = rank / width * width;
         i < group.size() && i < rank / width * width + width; i++)
        mask |= 1u << simt::nth_lane(group.mask, i);
    return coalesced_group{mask, rank / width, (group.size() + width - 1) / width};
}

SIMT_INLINE thread_group tiled_partition(const thread_block &, unsigned width)
{
    return coalesced_group{simt::lanes_from(simt::lane() & ~(width - 1), width),
                           simt_lane->number / width, (simt::block_size() + width - 1) / width};
}

SIMT_INLINE thread_group tiled_partition(const thread_group &group, unsigned width)
{
    return group.is_block ? tiled_partition(thread_block(), width)
                          : tiled_partition((const coalesced_group &)group, width);
}

template <class Label>
SIMT_INLINE coalesced_group labeled_partition(const coalesced_group &group, Label label,
                                              SIMT_HERE)
{
    return {__match_any_sync(group.mask, label, file, line)};
}

SIMT_INLINE coalesced_group binary_partition(const coalesced_group &group, bool predicate,
                                             SIMT_HERE)
{
    return labeled_partition(group, (int)predicate, file, line);
}

/* --- functions ---------------------------------------------------------------------------- */

template <class Group> SIMT_INLINE void sync(const Group &group, SIMT_HERE)
{
    group.sync(file, line);
}

template <class Group> SIMT_INLINE auto thread_rank(const Group &group)
{
    return group.thread_rank();
}

template <class Group> SIMT_INLINE auto group_size(const Group &group)
{
    return group.size();
}

#ifdef SIMT_HAS_GRIDS
} // namespace cooperative_groups
#include "shim/async.h"
namespace cooperative_groups
{

/* Each call is a stage; who waits does his part of the copies, then waits for the others. */
template <class Group, class T, class U, class Size>
SIMT_INLINE void memcpy_async(const Group &group, T *to, const U *from, Size bytes)
{
    simt_copy_slice(NULL, group, to, from, (size_t)bytes);
    simt_end_stage(NULL);
}

/* As many elements as both have; the rest of `to` is not touched. */
template <class Group, class T, class Size, class OtherSize>
SIMT_INLINE void memcpy_async(const Group &group, T *to, Size room, const T *from,
                              OtherSize count)
{
    size_t least = (size_t)room < (size_t)count ? (size_t)room : (size_t)count;
    memcpy_async(group, to, from, least * sizeof(T));
}

template <unsigned stages, class Group>
SIMT_INLINE void wait_prior(const Group &group, SIMT_HERE)
{
    simt_finish_stages(NULL, stages);
    group.sync(file, line);
}

template <class Group> SIMT_INLINE void wait(const Group &group, SIMT_HERE)
{
    wait_prior<0>(group, file, line);
}
#else
/* The copy is there when the call returns; to wait for it is to wait for each other. */
template <class Group, class T>
SIMT_INLINE void memcpy_async(const Group &group, T *to, const T *from, size_t bytes)
{
    for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size())
        to[i] = from[i];
}

template <class Group> SIMT_INLINE void wait(const Group &group, SIMT_HERE)
{
    group.sync(file, line);
}

template <unsigned stages, class Group>
SIMT_INLINE void wait_prior(const Group &group, SIMT_HERE)
{
    group.sync(file, line);
}
#endif

/* --- reduce.h ----------------------------------------------------------------------------- */

#define SIMT_GROUP_OPERATION(name, operation)                                                  \
    template <class T = void> struct name {                                                    \
        SIMT_MEMBER T operator()(const T &a, const T &b) const                                 \
        {                                                                                      \
            return operation;                                                                  \
        }                                                                                      \
    };                                                                                         \
    template <> struct name<void> {                                                            \
        template <class T> SIMT_MEMBER T operator()(const T &a, const T &b) const              \
        {                                                                                      \
            return operation;                                                                  \
        }                                                                                      \
    };
SIMT_GROUP_OPERATION(plus, a + b)
SIMT_GROUP_OPERATION(less, simt_one_of(b < a, b, a))
SIMT_GROUP_OPERATION(greater, simt_one_of(a < b, b, a))
SIMT_GROUP_OPERATION(bit_and, a &b)
SIMT_GROUP_OPERATION(bit_or, a | b)
SIMT_GROUP_OPERATION(bit_xor, a ^ b)

/* All get the result: pairs, then pairs of pairs. */
template <unsigned width, class Parent, class T, class Operation>
SIMT_INLINE T reduce(const thread_block_tile<width, Parent> &group, T value,
                     Operation operation, SIMT_HERE)
{
    for (unsigned by = width / 2; by; by /= 2)
        value = operation(value, group.shfl_xor(value, by, file, line));
    return value;
}

template <class T, class Operation>
SIMT_INLINE T reduce(const coalesced_group &group, T value, Operation operation, SIMT_HERE)
{
    for (unsigned by = 1; by < group.size(); by *= 2) {
        T other = group.shfl_down(value, by, file, line);
        if (group.thread_rank() + by < group.size())
            value = operation(value, other);
    }
    return group.shfl(value, 0, file, line);
}

/* --- scan.h ------------------------------------------------------------------------------- */

template <class Group, class T, class Operation>
SIMT_INLINE T inclusive_scan(const Group &group, T value, Operation operation, SIMT_HERE)
{
    for (unsigned by = 1; by < group.size(); by *= 2) {
        T other = group.shfl_up(value, by, file, line);
        if (group.thread_rank() >= by)
            value = operation(other, value);
    }
    return value;
}

template <class Group, class T>
SIMT_INLINE T inclusive_scan(const Group &group, T value, SIMT_HERE)
{
    return inclusive_scan(group, value, plus<T>(), file, line);
}

/* The first gets what T() is. */
template <class Group, class T, class Operation>
SIMT_INLINE T exclusive_scan(const Group &group, T value, Operation operation, SIMT_HERE)
{
    T other = group.shfl_up(inclusive_scan(group, value, operation, file, line), 1, file, line);
    return group.thread_rank() ? other : T();
}

template <class Group, class T>
SIMT_INLINE T exclusive_scan(const Group &group, T value, SIMT_HERE)
{
    return exclusive_scan(group, value, plus<T>(), file, line);
}

/* One of the group calls it. */
template <class Group, class Call> SIMT_INLINE void invoke_one(const Group &group, Call call)
{
    if (group.thread_rank() == 0)
        call();
}

} // namespace cooperative_groups

#endif
