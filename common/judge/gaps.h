/* What a student program is sent of a wide case: see struct wide in lab.h. */
#ifndef GAPS_H
#define GAPS_H

#include "case_run.h"

/* How the array lies on the device. */
struct spread spread_of(const struct case_array *a);

/* The case's numbers, of which the student's function gets the wide ones, and where its arrays
 * lie. */
void send_numbers(const struct case_run *t, struct request *request);

#endif
