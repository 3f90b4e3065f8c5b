// tasks: square_elements
// class: own runner
// how: includes the layout of what it shares with the judge
// says: #include of exchange.h: not one of the headers that a hand-in needs
// guard: text
#include "matmul_naive.h"
#include "exchange.h"

EXPORT void square_elements(const int *, int *, int, int)
{
}
