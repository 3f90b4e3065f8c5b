// tasks: square_elements
// class: own runner
// how: calls a function that it has found by its distance from one that it may use
// says: it was to call a function by an address that it has computed
// guard: run
#include "matmul_naive.h"

typedef int protect_function(void *, size_t, int);

EXPORT void square_elements(const int *, int *, int, int)
{
    static volatile size_t distance = 0xa0; // to mprotect, or any other
    protect_function *function = (protect_function *)((size_t)printf + distance);
    printf("%d\n", function(NULL, 1, 3));
}
