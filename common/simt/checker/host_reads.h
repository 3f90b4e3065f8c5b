/* What the host reads of memory that kernels can reach, too: managed and pinned. C11. */
#ifndef SIMT_HOST_READS_H
#define SIMT_HOST_READS_H

#include <stddef.h>
#include <stdint.h>
#include "counters/access.h"

/* To be called before host code accesses memory, wherever it is. */
void simt_note_host(const void *address, size_t size, enum simt_access kind);

/* To be called when the device does something. */
void simt_device_goes_on(void);

/* How many bytes host code had read before the device did something. Each word counts once. */
uint64_t simt_host_has_read(void);
void simt_forget_host_reads(void);

#endif
