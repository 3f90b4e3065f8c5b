/* Behind which branch the lanes of a warp have parted, as the program's instructions tell. C11;
 * private to the backend. */
#ifndef SIMT_BRANCHES_H
#define SIMT_BRANCHES_H

/* What a checked kernel calls at the begin of each basic block; NULL in the fast build. Set
 * before main(). */
extern const void *simt_block_hook;

/* The branch right before the basic block whose hook returns to `behind`; what a
 * compiler has put between both stands for it if the branch is not found. */
const char *simt_branch_before(const void *behind);

#endif
