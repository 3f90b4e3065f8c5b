/* When other blocks read what a block publishes, such as a sum and a flag. Where blocks take
 * turns (grid/cooperative.c), some go on as soon as one has published a part. C11. */
#ifndef SIMT_PUBLISH_H
#define SIMT_PUBLISH_H

/* An atomic operation has been done that may have changed what is there. */
void simt_has_published(const void *address);

/* A volatile store is about to be done. */
void simt_will_publish(const void *address);

/* An atomic operation is about to be done. */
void simt_looks_at(const void *address);

/* A volatile load is about to be done: what the block had to publish is published. */
void simt_polls(const void *address);

#endif
