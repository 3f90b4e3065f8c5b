/* The hook of atomic operations that only look, alone in its object: where a program has them,
 * its blocks may tell each other in single words, with no fence at all. */
#include "checker/epochs.h"
#include "grid/thread.h"

__attribute__((constructor)) static void tell(void)
{
    simt_has_fences = true;
}

void simt_looks(void)
{
}
