/* CUB's stores of flags that other blocks load, by the shim's fences: its own are PTX. Read in
 * place of CUB's own header of this name, see others/thrust.h. C++17. */
#ifndef SIMT_CUB_STRONG_STORE
#define SIMT_CUB_STRONG_STORE

#include <cub/util_type.cuh>

CUB_NAMESPACE_BEGIN
namespace detail
{

template <class T> SIMT_INLINE void store_relaxed(T *to, T value)
{
    using word = typename UnitWord<T>::VolatileWord;
    for (unsigned i = 0; i < sizeof(T) / sizeof(word); i++)
        reinterpret_cast<volatile word *>(to)[i] = reinterpret_cast<word *>(&value)[i];
}

template <class T> SIMT_INLINE void store_release(T *to, T value)
{
    __threadfence();
    store_relaxed(to, value);
}

} // namespace detail
CUB_NAMESPACE_END

#endif
