// tasks: square_elements
// class: blind checker
// how: puts the word together by a macro
// says: words are not put together from parts
// guard: text
#include "matmul_naive.h"
#define JOIN(a, b) a##b

JOIN(__as, m__)(".globl mine");

EXPORT void square_elements(const int *, int *, int, int)
{
}
