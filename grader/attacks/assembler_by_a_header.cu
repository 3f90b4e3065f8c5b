// tasks: square_elements
// class: blind checker
// how: has a macro of the C library write the assembler
// says: a reserved name that the suite's CUDA does not have
// guard: text
#include "matmul_naive.h"
#include <stdio.h>

__REDIRECT(int mine, (void), system);

EXPORT void square_elements(const int *, int *, int, int)
{
}
