/* How a lane touches memory: what the compiler's hooks tell apart. C11. */
#ifndef SIMT_ACCESS_H
#define SIMT_ACCESS_H

#include <stdbool.h>

enum simt_access {
    SIMT_READ,
    SIMT_WRITE,
    SIMT_ATOMIC,
    SIMT_VOLATILE_READ,
    SIMT_VOLATILE_WRITE,
    SIMT_BLOCK_ATOMIC /* atomic among the threads of its block alone */
};

static inline bool simt_is_atomic(enum simt_access kind)
{
    return kind == SIMT_ATOMIC || kind == SIMT_BLOCK_ATOMIC;
}

/* What it is to those who do not look at scopes. */
static inline enum simt_access simt_unscoped(enum simt_access kind)
{
    return simt_is_atomic(kind) ? SIMT_ATOMIC : kind;
}

static inline bool simt_is_write(enum simt_access kind)
{
    return kind == SIMT_WRITE || kind == SIMT_VOLATILE_WRITE;
}

static inline bool simt_is_read(enum simt_access kind)
{
    return kind == SIMT_READ || kind == SIMT_VOLATILE_READ;
}

/* Atomics of two blocks, where one is told to be so within its own alone. */
static inline bool simt_is_out_of_scope(enum simt_access a, enum simt_access b, bool same_block)
{
    return !same_block && simt_is_atomic(a) && simt_is_atomic(b) &&
           (a == SIMT_BLOCK_ATOMIC || b == SIMT_BLOCK_ATOMIC);
}

#endif
