// tasks: square_elements
// class: own runner
// how: brackets in a raw string end an attribute for one reader, and not for a compiler
// says: a raw string in a macro or an attribute
// guard: text
#include "matmul_naive.h"

void early() __attribute__((deprecated(R"(" )) x)"), constructor(101)));

void early()
{
    puts("before the runner");
}

EXPORT void square_elements(const int *, int *, int, int)
{
}
