/* Asking a pointer where it leads: __isShared() and its kin. C++17. */
#ifndef SIMT_OTHERS_SPACES_H
#define SIMT_OTHERS_SPACES_H

#include "grid/thread.h"
#include "shim/cuda_runtime.h"

inline unsigned __isShared(const void *pointer)
{
    return simt_space_of(pointer) == SIMT_SHARED_SPACE;
}

inline unsigned __isLocal(const void *pointer)
{
    return simt_space_of(pointer) == SIMT_LOCAL_SPACE;
}

inline unsigned __isConstant(const void *pointer)
{
    return simt_space_of(pointer) == SIMT_CONSTANT_SPACE;
}

inline unsigned __isGlobal(const void *pointer)
{
    return simt_space_of(pointer) == SIMT_GLOBAL_SPACE;
}

#endif
