/* What the checker has found: events come in from all its rooms, findings go out in words. C11.
 *
 * Any worker may report at any time; a lock keeps the reports apart, and no tick interrupts who
 * holds it. An event is counted once for each word of memory that it happens to. Of the events
 * of a place one is told, the first by block, element and thread, whatever came first in time.
 */
#ifndef SIMT_FINDINGS_H
#define SIMT_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>
#include "checker/checked.h"
#include "checker/event.h"

void simt_report(const struct simt_event *event);

/* What others have found and worded, as observer.h has it. */
void simt_report_worded(enum finding_kind kind, const void *code, const char *text);

/* Writes at most so many findings, in words, and returns how many; and forgets them all. See
 * checked.h. To be called between launches. */
unsigned simt_list_findings(struct finding *findings, unsigned most);
void simt_drop_findings(void);

/* --- for tests, which know the words of memory that must race ----------------------------- */

/* Returns the id of a word of an array: the same number in each run and build. In shared memory
 * each block has words of its own. */
unsigned long long simt_id_of_word(const char *array, long long word, bool shared,
                                   unsigned block);

/* Whether a race was found in that word. */
bool simt_has_race(unsigned long long id);

/* Returns how many words have races, and gives the sum of their ids. */
unsigned simt_count_racy_words(unsigned long long *sum_of_ids);

#endif
