// tasks: square_elements
// class: others' work
// how: opens a file by a stream of C++
// says: it uses _ZN
// guard: object
#include "matmul_naive.h"
#include <fstream>

EXPORT void square_elements(const int *, int *, int, int)
{
    std::ofstream("/tmp/mine") << "mine";
}
