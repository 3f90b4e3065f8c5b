/* What a block tells the others a second time, such as the sum of all before it where it has
 * told its own: in one schedule they see it as late as may be. C11. */
#ifndef SIMT_LATE_H
#define SIMT_LATE_H

#include <stdbool.h>

/* A launch begins, whose blocks run one after the other if it is `alone`; a block begins, so
 * that the one before is over; the launch has ended. */
void simt_late_launch(bool alone);
void simt_late_block(void);
void simt_late_ended(void);

/* To be called before a volatile store or an exchange, before an atomic operation that only
 * looks and a volatile load, and before other atomic operations. */
void simt_late_store(const void *address, unsigned size);
void simt_late_look(const void *address);
void simt_late_change(const void *address);

/* Whether a block had to do with less than all that others have told, since it was forgotten;
 * or may have had, since all that tell each other something do so at the same time. */
bool simt_late_was_read(void);
void simt_late_forget(void);

#endif
