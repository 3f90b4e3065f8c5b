/* Memory for what a case has: see memory.h. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>

static void *need(void *memory, size_t bytes)
{
    if (!memory) {
        fprintf(stderr, "judge: no memory for %zu bytes; close other programs\n", bytes);
        exit(3);
    }
    return memory;
}

void *take_memory(size_t bytes)
{
    return need(malloc(bytes ? bytes : 1), bytes);
}

void *take_zeros(size_t count, size_t size)
{
    return need(calloc(count ? count : 1, size), count * size);
}
