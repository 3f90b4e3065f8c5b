// tasks: square_elements
// class: blind checker
// how: has a header of the system write assembler
// says: not one of the headers that a hand-in needs
// guard: text
#include "matmul_naive.h"
#include <sys/sdt.h>

EXPORT void square_elements(const int *, int *, int, int)
{
}
