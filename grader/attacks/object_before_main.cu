// tasks: square_elements
// how: has a constructor of C++ run before main
// says: it has code that runs before main()
// guard: object
#include "matmul_naive.h"

struct first {
    int value;
    first();
};
first::first()
{
    value = 1;
}
first object;

EXPORT void square_elements(const int *, int *, int, int)
{
}
