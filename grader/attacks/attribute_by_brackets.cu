// tasks: square_elements
// class: own runner
// how: puts two brackets together by macros
// says: a macro that opens a bracket which it does not close
// guard: text
#include "matmul_naive.h"
#define OPEN [

OPEN OPEN gnu::constructor ] ] static void before_main()
{
}

EXPORT void square_elements(const int *, int *, int, int)
{
}
