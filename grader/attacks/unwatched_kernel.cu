// tasks: square_elements
// class: blind checker
// how: keeps the checker out of a kernel
// says: attribute no_sanitize
// guard: text
#include "matmul_naive.h"

__attribute__((no_sanitize("thread"))) __global__ void kernel(int *out)
{
    out[-1] = 0;
}

EXPORT void square_elements(const int *, int *, int, int)
{
}
