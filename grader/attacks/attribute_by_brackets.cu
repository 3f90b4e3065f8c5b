// tasks: square_elements
// how: puts two brackets together by macros
// says: gnu: not in a hand-in
// guard: text
#include "matmul_naive.h"
#define OPEN [

OPEN OPEN gnu::constructor ] ] static void before_main()
{
}

EXPORT void square_elements(const int *, int *, int, int)
{
}
