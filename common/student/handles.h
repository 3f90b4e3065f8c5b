/* What the student's function leaves behind besides memory: streams, events, the device itself.
 */
#ifndef HANDLES_H
#define HANDLES_H

#include <stdbool.h>
#include <stdint.h>

/* How many streams and events there are that the student's code has created. */
int64_t handles_alive(void);

/* From here on cudaDeviceReset() does nothing but be remembered: it would free what the caller
 * has allocated. handles_end() tells whether it was called, and lets it do its work again. */
void handles_begin(void);
bool handles_end(void);

#endif
