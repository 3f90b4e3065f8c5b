/* The C library's functions that change the floating-point environment, as kernels see them:
 * they tell the runtime first, which then keeps the environments of a block's threads apart.
 * device.h renames them. */
#define _GNU_SOURCE
#include <fenv.h>
#include "grid/thread.h"

#define TELLING(name, type, argument)                                                          \
    int simt_##name(type argument)                                                             \
    {                                                                                          \
        simt_mark_floats();                                                                    \
        return name(argument);                                                                 \
    }

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* device.h declares them */
TELLING(fesetround, int, mode)
TELLING(fesetenv, const fenv_t *, environment)
TELLING(feupdateenv, const fenv_t *, environment)
TELLING(feholdexcept, fenv_t *, environment)
TELLING(feenableexcept, int, exceptions)
TELLING(fedisableexcept, int, exceptions)
