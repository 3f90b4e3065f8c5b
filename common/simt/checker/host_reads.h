/* What the host reads of memory that kernels have, too: managed and pinned. C11. */
#ifndef SIMT_HOST_READS_H
#define SIMT_HOST_READS_H

#include <stddef.h>
#include <stdint.h>
#include "counters/access.h"

/* Before host code accesses memory, wherever it is. */
void simt_note_host(const void *address, size_t size, enum simt_access kind);

/* The device does something. */
void simt_device_goes_on(void);

/* Bytes that host code had read before the device did something, each word once. */
uint64_t simt_host_has_read(void);
void simt_forget_host_reads(void);

#endif
