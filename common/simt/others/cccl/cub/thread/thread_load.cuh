/* CUB's loads with hints for the caches, which are plain or volatile here: its own are PTX.
 * Read in place of CUB's own header of this name, see others/thrust.h. C++17. */
#ifndef SIMT_CUB_THREAD_LOAD
#define SIMT_CUB_THREAD_LOAD

#include <cub/util_ptx.cuh>
#include <cub/util_type.cuh>

CUB_NAMESPACE_BEGIN

enum CacheLoadModifier {
    LOAD_DEFAULT,
    LOAD_CA,
    LOAD_CG,
    LOAD_CS,
    LOAD_CV,
    LOAD_LDG,
    LOAD_VOLATILE,
};

template <int COUNT, typename RandomAccessIterator, typename T>
SIMT_INLINE void UnrolledCopy(RandomAccessIterator from, T *to)
{
    for (int i = 0; i < COUNT; i++)
        to[i] = from[i];
}

template <CacheLoadModifier MODIFIER, typename RandomAccessIterator>
SIMT_INLINE cub::detail::it_value_t<RandomAccessIterator> ThreadLoad(RandomAccessIterator from)
{
    using T = cub::detail::it_value_t<RandomAccessIterator>;
    if constexpr (MODIFIER == LOAD_VOLATILE &&
                  ::cuda::std::is_pointer<RandomAccessIterator>::value) {
        using word = typename UnitWord<T>::VolatileWord;
        T value;
        UnrolledCopy<(int)(sizeof(T) / sizeof(word))>(
            reinterpret_cast<const volatile word *>(from), reinterpret_cast<word *>(&value));
        return value;
    } else {
        return *from;
    }
}

template <int COUNT, CacheLoadModifier MODIFIER, typename T>
SIMT_INLINE void UnrolledThreadLoad(const T *from, T *to)
{
    for (int i = 0; i < COUNT; i++)
        to[i] = ThreadLoad<MODIFIER>(from + i);
}

CUB_NAMESPACE_END

#endif
