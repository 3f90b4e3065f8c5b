/* What the judge sends to a student program of a wide case: see struct wide in lab.h. */
#ifndef GAPS_H
#define GAPS_H

#include "case_run.h"

/* How many elements there are on the device, from the first to the last. */
size_t elements_spread(const struct case_array *a);

/* So many of them an answer is to go beyond somewhere. */
size_t far_elements(const struct case_array *a);

/* How the array lies on the device. */
struct spread spread_of(const struct case_array *a);

/* Writes the case's numbers to the request, the wide ones as large as the student's function
 * gets them, and where its arrays lie. */
void send_numbers(const struct case_run *t, struct request *request);

#endif
