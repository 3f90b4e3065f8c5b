/* The door to the checker, for the student program and its backend. C11 and C++. In the fast
 * build nothing is behind it, and nothing is ever found. */
#ifndef SIMT_CHECKED_DOOR_H
#define SIMT_CHECKED_DOOR_H

#include <stdbool.h>
#include <stddef.h>
#include "grid/kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets, from the next launch on, the order in which the threads of a block take turns: by their
 * numbers; backwards; shuffled anew for each block, by the seed; all together, one access each;
 * backwards, with the last block first; or shuffled, where many blocks have begun in programs
 * with fences. */
enum simt_schedule {
    SIMT_FORWARD,
    SIMT_REVERSE,
    SIMT_RANDOM,
    SIMT_LOCKSTEP,
    SIMT_BACKWARDS,
    SIMT_BY_TURNS,
};
void simt_set_schedule(enum simt_schedule schedule, unsigned long long seed);

/* Writes at most `most` findings since simt_forget_findings(), in the order of lines, and
 * returns how many. Memory that was allocated since then, is still allocated and has no name is
 * a leak. */
unsigned simt_findings(struct finding *findings, unsigned most);
void simt_forget_findings(void);

/* Says that the caller of the program's functions reads what they were given, and has not
 * waited. */
void simt_caller_reads(const void *address, size_t bytes);

/* Says that the caller copies memory of the device, in the default stream. */
void simt_caller_copies(const void *address, size_t bytes);

/* How many bytes of managed and pinned memory host code has read since simt_forget_findings(),
 * before the device went on. Copies do not count. */
unsigned long long simt_bytes_read_by_host(void);

#ifdef __cplusplus
}
#endif

#endif
