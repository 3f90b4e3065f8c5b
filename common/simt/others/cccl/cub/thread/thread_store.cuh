/* CUB's stores with hints for the caches, which are plain or volatile here: its own are PTX.
 * Read in place of CUB's own header of this name, see others/thrust.h. C++17. */
#ifndef SIMT_CUB_THREAD_STORE
#define SIMT_CUB_THREAD_STORE

#include <cub/util_ptx.cuh>
#include <cub/util_type.cuh>

CUB_NAMESPACE_BEGIN

enum CacheStoreModifier {
    STORE_DEFAULT,
    STORE_WB,
    STORE_CG,
    STORE_CS,
    STORE_WT,
    STORE_VOLATILE,
};

template <CacheStoreModifier MODIFIER, typename OutputIterator, typename T>
SIMT_INLINE void ThreadStore(OutputIterator to, T value)
{
    if constexpr (MODIFIER == STORE_VOLATILE &&
                  ::cuda::std::is_pointer<OutputIterator>::value) {
        using word = typename UnitWord<T>::VolatileWord;
        for (unsigned i = 0; i < sizeof(T) / sizeof(word); i++)
            reinterpret_cast<volatile word *>(to)[i] = reinterpret_cast<word *>(&value)[i];
    } else {
        *to = value;
    }
}

CUB_NAMESPACE_END

#endif
