/* How a lane touches memory: what the compiler's hooks tell apart. C11. */
#ifndef SIMT_ACCESS_H
#define SIMT_ACCESS_H

#include <stdbool.h>

enum simt_access {
    SIMT_READ,
    SIMT_WRITE,
    SIMT_ATOMIC,
    SIMT_VOLATILE_READ,
    SIMT_VOLATILE_WRITE
};

static inline bool simt_is_write(enum simt_access kind)
{
    return kind == SIMT_WRITE || kind == SIMT_VOLATILE_WRITE;
}

static inline bool simt_is_read(enum simt_access kind)
{
    return kind == SIMT_READ || kind == SIMT_VOLATILE_READ;
}

#endif
