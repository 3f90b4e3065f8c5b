/* Why the counters of a case of lab 08 are not those of the technique that a task teaches, or
 * NULL; and how often its warps may load: see struct task in lab.h. */
#ifndef TECHNIQUES_H
#define TECHNIQUES_H

#include "lab.h"

const char *technique_rows(const struct case_run *t, const struct simt_counters *counters);
const char *technique_ell(const struct case_run *t, const struct simt_counters *counters);
const char *technique_coo(const struct case_run *t, const struct simt_counters *counters);
const char *technique_hybrid(const struct case_run *t, const struct simt_counters *counters);
const char *technique_jds(const struct case_run *t, const struct simt_counters *counters);
const char *technique_balance(const struct case_run *t, const struct simt_counters *counters);

uint64_t most_loads(const struct case_run *t);
uint64_t most_loads_of_hybrid(const struct case_run *t);

#endif
