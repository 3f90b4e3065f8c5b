// tasks: square_elements
// class: own runner
// how: hides the constructor behind a macro of its own
// says: __attribute__ without its list
// guard: text
#include "matmul_naive.h"

int unused_value =
#define HIDDEN __attribute__
    ((1));

HIDDEN((constructor)) static void before_main()
{
}

EXPORT void square_elements(const int *, int *, int, int)
{
}
