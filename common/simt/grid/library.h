/* Work for the device that a library's own code does on the host: others/thrust.h. C11 and C++.
 */
#ifndef SIMT_LIBRARY_H
#define SIMT_LIBRARY_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Between these two, which nest, host code works for the device. What the default stream was
 * given before is done, device memory is open, and the checker does not report who touches it.
 * On a thread of the device they do nothing. */
void simt_library_begins(void);
void simt_library_ends(void);

/* Whether host code works for the device. */
bool simt_is_library(void);

#ifdef __cplusplus
}
#endif

#endif
