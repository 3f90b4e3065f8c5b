// tasks: square_elements
// class: others' work
// how: includes the solution by a path upwards
// says: #include of a path that leads elsewhere
// guard: text
#include "matmul_naive.h"
#include "../../solutions/01-matmul-naive/matmul_naive.cu"
