/* What blocks tell each other by flags, and when others shall see it: where blocks take turns
 * (see grid/cooperative.c), some go on as soon as one has told something. C11. */
#ifndef SIMT_TELLING_H
#define SIMT_TELLING_H

/* An atomic operation has been done that may have changed what is there; or a volatile store is
 * about to be. */
void simt_has_told(const void *address);
void simt_will_tell(const void *address);

/* A volatile load is about to be done: what was to be told has been told. */
void simt_asks_others(const void *address);

#endif
