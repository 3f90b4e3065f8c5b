/* Memory for what the runtime keeps of streams, events, graphs, allocations and waiting work,
 * and for the checker's tables. C11.
 *
 * - It lies in a room of its own, apart from the program's heap, so that the checker can tell
 *   stores of host code to it (checker/strays.c), and the fast program closes it to kernels.
 * - New records above 64 KiB, which hold data of the program's own, lie in the heap. */
#ifndef SIMT_RECORDS_H
#define SIMT_RECORDS_H

#include <stddef.h>
#include <stdint.h>

/* Returns a record of zeros, or NULL where there is no more memory. */
void *simt_new_record(size_t bytes);

/* The same for what host code holds: a stream, an event. Where it lies does not depend on what
 * a kernel has asked for, nor on what a checker has found. */
void *simt_new_handle(size_t bytes);

/* Returns a record of `bytes` that begins with what `record` held, `was` bytes, and goes on
 * with zeros; `record` may be NULL, and is freed. Large ones lie in the room, too. Ends the
 * program where there is no more memory. */
void *simt_grow_record(void *record, size_t was, size_t bytes);

/* Returns whole pages of zeros, which nobody frees, for what is written while a kernel runs,
 * too: in the room where a checker looks, and elsewhere in the fast program, which closes the
 * room. NULL where there is no more memory. */
void *simt_new_pages(size_t bytes);

/* Takes a record, NULL, or what malloc() has returned. */
void simt_free_record(void *record);

/* Where the records lie that there have been so far, in whole pages; both 0 if there were none.
 */
struct simt_records {
    uintptr_t begin, end;
};
struct simt_records simt_records(void);

#endif
