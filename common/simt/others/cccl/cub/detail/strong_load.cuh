/* CUB's loads of flags that other blocks store, by the shim's fences: its own are PTX. Read in
 * place of CUB's own header of this name, see others/thrust.h. C++17. */
#ifndef SIMT_CUB_STRONG_LOAD
#define SIMT_CUB_STRONG_LOAD

#include <cub/util_type.cuh>

CUB_NAMESPACE_BEGIN
namespace detail
{

/* A flag and what it tells of, up to 16 bytes, are there together: no lane runs meanwhile. */
template <class T> SIMT_INLINE T load_relaxed(const T *from)
{
    using word = typename UnitWord<T>::VolatileWord;
    T value;
    for (unsigned i = 0; i < sizeof(T) / sizeof(word); i++)
        reinterpret_cast<word *>(&value)[i] = reinterpret_cast<const volatile word *>(from)[i];
    simt_spin_if(true);
    return value;
}

template <class T> SIMT_INLINE T load_acquire(const T *from)
{
    T value = load_relaxed(from);
    __threadfence();
    return value;
}

} // namespace detail
CUB_NAMESPACE_END

#endif
