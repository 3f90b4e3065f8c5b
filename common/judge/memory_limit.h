/* How much memory a hand-in's programs take, with all that they have started. */
#ifndef MEMORY_LIMIT_H
#define MEMORY_LIMIT_H

/* Returns 0 while all descendants of this process have no more memory than a box gives, and
 * otherwise that limit, in MiB. A process that a hand-in leaves behind becomes the judge's
 * child, and still counts. Memory that several share counts for each of them. Where the kernel
 * lists no children, nothing counts. */
int too_much_memory(void);

#endif
