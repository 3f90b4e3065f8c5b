/* Ticks that come in heaps, as when a busy machine lets a worker wait, leave room on the stacks
 * of the lanes that they interrupt.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include "grid/grid.h"
#include "grid/launches.h"
#include "cuda/runtime.h"

enum { HEAP = 2000, ITERATIONS = 1 << 24 };

static atomic_bool ended;

/* A heap at a time, so that the worker runs in between. */
static void *tick(void *nothing)
{
    (void)nothing;
    while (!atomic_load(&ended)) {
        for (int i = 0; i < HEAP; i++)
            for (unsigned worker = 0; worker < simt_pool.workers; worker++)
                simt_tick(simt_pool.worker[worker]);
        struct timespec pause = {0, 10000000};
        nanosleep(&pause, NULL);
    }
    return NULL;
}

static void idle(void *nothing)
{
    (void)nothing;
}

static void count(void *argument)
{
    unsigned *counts = argument;
    volatile unsigned reached = 0;
    while (reached < ITERATIONS)
        reached++;
    counts[simt_lane->number] = reached;
}

int main(void)
{
    enum { LANES = 8 };
    unsigned counts[LANES], wrong = 0;
    struct simt_launch launch = {.kernel = "count", .file = __FILE__, .line = __LINE__};
    launch.grid = (dim3){1, 1, 1};
    launch.block = (dim3){LANES, 1, 1};
    launch.body = idle;
    simt_run_grid(&launch); /* creates the workers */
    pthread_t ticker;
    pthread_create(&ticker, NULL, tick, NULL);
    launch.body = count;
    launch.argument = counts;
    simt_run_grid(&launch);
    atomic_store(&ended, true);
    pthread_join(ticker, NULL);
    for (int i = 0; i < LANES; i++)
        wrong += counts[i] != ITERATIONS;
    printf("%u wrong%s%s\n", wrong, *simt_fault_text() ? "; " : "", simt_fault_text());
    return wrong != 0;
}
