// tasks: square_elements
// class: own runner
// how: lays a function among those that run first
// says: attribute section
// guard: text
#include "matmul_naive.h"

static void before_main()
{
}
__attribute__((section(".preinit_array"), used)) static void (*first)() = before_main;

EXPORT void square_elements(const int *, int *, int, int)
{
}
