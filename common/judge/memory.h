/* Memory for what a case has. Where there is none the judge ends and says so. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

/* To be freed with free(). Neither returns NULL, not for no bytes either. */
void *take_memory(size_t bytes);
void *take_zeros(size_t count, size_t size);

#endif
