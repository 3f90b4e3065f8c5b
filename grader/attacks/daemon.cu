// tasks: square_elements
// class: harm
// how: leaves a process behind
// says: ended by itself (exit status 0)
#include "matmul_naive.h"
#include <stdlib.h>
#include <unistd.h>

EXPORT void square_elements(const int *, int *, int, int)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;)
                sleep(1000);
        _exit(0);
    }
    exit(0);
}
