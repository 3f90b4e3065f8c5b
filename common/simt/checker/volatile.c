/* The hooks of volatile accesses, alone in their object: where a program has them, its kernels
 * may make flags of them. */
#include "checker/epochs.h"
#include "checker/late.h"
#include "checker/slow_path.h"
#include "checker/publish.h"

#define HERE __builtin_return_address(0)
#define HOOK(name) __tsan_##name

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the compilers know them */

__attribute__((constructor)) static void tell(void)
{
    simt_has_fences = true;
}

#define ACCESSES(size)                                                                         \
    void HOOK(volatile_read##size)(void *a)                                                    \
    {                                                                                          \
        simt_late_look(a);                                                                     \
        simt_polls(a);                                                                         \
        simt_watch_access(a, size, SIMT_VOLATILE_READ, HERE);                                  \
    }                                                                                          \
    void HOOK(volatile_write##size)(void *a)                                                   \
    {                                                                                          \
        simt_late_store(a, size);                                                              \
        simt_will_publish(a);                                                                  \
        simt_watch_access(a, size, SIMT_VOLATILE_WRITE, HERE);                                 \
    }
/* clang's for types that need no alignment. */
#define UNALIGNED(size)                                                                        \
    void HOOK(unaligned_volatile_read##size)(void *a)                                          \
    {                                                                                          \
        simt_watch_range(a, size, SIMT_VOLATILE_READ, HERE);                                   \
    }                                                                                          \
    void HOOK(unaligned_volatile_write##size)(void *a)                                         \
    {                                                                                          \
        simt_watch_range(a, size, SIMT_VOLATILE_WRITE, HERE);                                  \
    }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)
