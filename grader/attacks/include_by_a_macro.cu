// tasks: square_elements
// class: others' work
// how: names what it includes by a macro
// says: #include wants a plain name
// guard: text
#include "matmul_naive.h"
#define WHERE "/etc/passwd"
#include WHERE

EXPORT void square_elements(const int *, int *, int, int)
{
}
