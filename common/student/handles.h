/* What the student's function leaves behind besides memory: streams, events, the device itself.
 */
#ifndef HANDLES_H
#define HANDLES_H

#include <stdbool.h>
#include <stdint.h>

/* How many streams and events the student's code has created and not destroyed. */
int64_t handles_alive(void);

/* Between these two calls cudaDeviceReset() is only remembered, since it would free what the
 * caller has allocated. handles_end() returns whether it was called. */
void handles_begin(void);
bool handles_end(void);

#endif
