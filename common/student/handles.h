/* What the student's function leaves behind besides memory: streams, events, registered
 * memory, the device itself. */
#ifndef HANDLES_H
#define HANDLES_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

/* How many streams and events the student's code has created and not destroyed. */
int64_t handles_alive(void);

/* How many pieces of host memory it has registered and not unregistered. Each backend says
 * what a cudaHostRegister() has returned, and gets that back. */
int64_t handles_registered(void);
cudaError_t handles_count_registered(cudaError_t result);

/* Between these two calls cudaDeviceReset() is only remembered, since it would free what the
 * caller has allocated. handles_end() returns whether it was called. */
void handles_begin(void);
bool handles_end(void);

#endif
