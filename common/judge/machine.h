/* How slow the machine is for what the judge runs on it, and what the time is there. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>

/* Whether all this runs in an emulator. */
bool machine_is_emulated(void);

/* How many times longer a program takes here than alone on a quiet machine: how many processes
 * want each processor at once, and what an emulator costs. Now, or over the last minute. */
double machine_slowness_now(void);
double machine_slowness_lately(void);

/* A monotonic clock. */
double seconds_now(void);

#endif
