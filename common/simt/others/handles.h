/* What a program destroys by a handle, so that a second time is an error, and no harm. C++17.
 */
#ifndef SIMT_HANDLES_H
#define SIMT_HANDLES_H

#include "cuda/errors.h"
#include "cuda/queue.h"

struct simt_handle {
    const void *object;
    simt_handle *next;
};
inline simt_handle *simt_handles;
inline bool simt_handles_locked;

/* Threads of the host may make and destroy at once. */
struct simt_handles_lock {
    simt_handles_lock()
    {
        while (__atomic_test_and_set(&simt_handles_locked, __ATOMIC_ACQUIRE)) {
        }
    }
    ~simt_handles_lock()
    {
        __atomic_clear(&simt_handles_locked, __ATOMIC_RELEASE);
    }
};

/* Returns the object, which simt_destroy() will know. */
template <class T> T *simt_known(T *object)
{
    simt_handles_lock lock;
    simt_handles = new simt_handle{object, simt_handles};
    return object;
}

inline bool simt_is_known(const void *object)
{
    simt_handles_lock lock;
    simt_handle *at = simt_handles;
    while (at && at->object != object)
        at = at->next;
    return at;
}

/* Deletes the object once the work that was issued before is done: kernels that wait may have
 * it; the host has waited for nothing by that. Refuses if simt_known() was not told of it, or
 * it is gone already. */
template <class T> cudaError_t simt_destroy(T *object, const char *what)
{
    simt_handle **at, *found;
    {
        simt_handles_lock lock;
        for (at = &simt_handles; *at && (*at)->object != object; at = &(*at)->next) {
        }
        found = *at;
        if (found)
            *at = found->next;
    }
    if (!found)
        return simt_refuse(cudaErrorInvalidValue,
                           "this %s was already destroyed, or never made", what);
    simt_hurry_all();
    delete found;
    delete object;
    return cudaSuccess;
}

#endif
