// tasks: square_elements
// class: secrets
// how: reads files of others
// says: it uses fopen,
// guard: object
#include "matmul_naive.h"
#include <stdio.h>

EXPORT void square_elements(const int *, int *, int, int)
{
    fopen("/proc/self/maps", "r");
}
