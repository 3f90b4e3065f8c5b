/* How slow the machine is for what the judge runs on it. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>

/* Whether all this runs in an emulator. */
bool machine_is_emulated(void);

/* How much longer a program takes here than alone on a machine of its own: as often as a
 * processor is wanted at once, and what an emulator takes. Now, or in the last minute. */
double machine_slowness_now(void);
double machine_slowness_lately(void);

#endif
