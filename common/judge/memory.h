/* How much memory the judge's programs have, with all that they have started. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

/* In MiB, of all processes that descend from this one: what a hand-in leaves behind comes to
 * the judge. What several share counts as often. 0 where the kernel does not list children. */
uint64_t memory_of_programs(void);

#endif
