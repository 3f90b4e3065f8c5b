/* How much memory a hand-in's programs have, with all that they have started. */
#ifndef MEMORY_LIMIT_H
#define MEMORY_LIMIT_H

/* 0 as long as all processes that descend from this one have no more than a box gives;
 * otherwise that limit, in MiB. What a hand-in leaves behind comes to the judge, and counts.
 * What several share counts as often; and nothing does where the kernel does not list children.
 */
int too_much_memory(void);

#endif
