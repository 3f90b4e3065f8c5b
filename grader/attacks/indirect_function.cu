// tasks: square_elements
// class: own runner
// how: is called while the program is loaded
// says: attribute ifunc
// guard: text
#include "matmul_naive.h"

extern "C" void resolve_me() __attribute__((ifunc("resolver")));

EXPORT void square_elements(const int *, int *, int, int)
{
}
