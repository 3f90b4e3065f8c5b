/* The door to the checker, for the student program and its backend. C11 and C++. In the fast
 * build nothing is behind it, and nothing is ever found. */
#ifndef SIMT_CHECKED_DOOR_H
#define SIMT_CHECKED_DOOR_H

#include <stdbool.h>
#include <stddef.h>
#include "grid/kinds.h"
#include "grid/schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Waits for all work, and sets the schedule of the launches to come; also in the fast build. */
void simt_set_schedule(enum schedule schedule, unsigned long long seed);

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

/* Says that all accesses are told that leave the variable which the text names, as in a
 * stranger's program, and not only those that leave a variable of a thread's own. */
void simt_watch_all_beyond(void);
bool simt_watches_all_beyond(void);

/* Whether a block has looked, since simt_forget_findings(), where another had told something a
 * second time, which takes effect late in one schedule; or may have, in the random one. */
bool simt_was_late(void);

#ifdef __cplusplus
}
#endif

#endif
