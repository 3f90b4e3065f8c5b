/* Crowds: the accesses of a list (list.c) that do not conflict with each other, by who has made
 * them. In a program with fences each lane's may matter by itself; so who comes looks for those
 * of its own warp here, and not through all of them. C11.
 *
 * A part of a crowd is what one warp has done to a word. Parts last until the word's cell is no
 * list any more, whether they are empty or not: the cell has the number of their head, which is
 * 0 as long as there are none. Only where simt_has_fences, as in order.h: one worker runs. */
#ifndef SIMT_CROWD_H
#define SIMT_CROWD_H

#include "checker/pairs.h"

enum simt_crowd { SIMT_READERS, SIMT_ATOMICS, SIMT_NO_CROWD };

/* The crowd that accesses of this kind are in. */
enum simt_crowd simt_crowd_of(enum simt_access kind);

/* Return the first part of the head's crowd, the next one of it, and that of the warp of lane
 * `number`, which has made an access dated `key` to the word; 0 where there is none. The last
 * is made if it is not there, and so is the head. */
unsigned simt_first_part(unsigned head, enum simt_crowd crowd);
unsigned simt_next_part(unsigned part);
unsigned simt_part_of(unsigned *head, uintptr_t word, enum simt_crowd crowd, unsigned key,
                      unsigned number);

/* Where the part's entries begin; the place holds until the next part is made. */
unsigned *simt_entries_of_part(unsigned part);

/* Take all parts away: those of a head, which is none then; of all, when a launch begins. */
void simt_forget_crowds_of(unsigned *head);
void simt_forget_crowds(void);

#endif
