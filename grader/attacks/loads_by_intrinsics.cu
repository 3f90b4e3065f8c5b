// tasks: square_elements
// class: blind checker
// how: loads by instructions that the checker has no hook for
// says: #include of immintrin.h: not one of the headers that a hand-in needs
// guard: text
#include "matmul_naive.h"
#include <immintrin.h>

EXPORT void square_elements(const int *, int *, int, int)
{
}
