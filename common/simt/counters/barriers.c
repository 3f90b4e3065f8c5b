/* Counts the barriers that blocks have passed, by line: see barriers.h. */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include "counters/barriers.h"

static struct {
    struct simt_barrier_line line[SIMT_MAX_BARRIERS];
    unsigned count;
    pthread_mutex_t lock;
} barriers = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_at(const struct simt_barrier_line *barrier, const char *file, int line)
{
    return barrier->line == line && strcmp(barrier->file, file) == 0;
}

/* Where there are too many, the last one stands for the rest. */
void simt_count_barrier(const char *file, int line)
{
    unsigned i = 0;
    pthread_mutex_lock(&barriers.lock);
    while (i < barriers.count && !is_at(&barriers.line[i], file, line))
        i++;
    if (i == SIMT_MAX_BARRIERS)
        i--;
    barriers.line[i].file = file;
    barriers.line[i].line = line;
    barriers.line[i].count++;
    barriers.count += i == barriers.count;
    pthread_mutex_unlock(&barriers.lock);
}

unsigned simt_barrier_lines(const struct simt_barrier_line **lines)
{
    *lines = barriers.line;
    return barriers.count;
}

void simt_forget_barriers(void)
{
    memset(barriers.line, 0, sizeof barriers.line);
    barriers.count = 0;
}
