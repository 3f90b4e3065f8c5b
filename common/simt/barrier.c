/* Barriers of a block. A barrier is told by the source line of its call: an optimising compiler
 * may make three call instructions of two barriers, or one of two.
 *
 * - simt_barrier()         __syncthreads()
 * - simt_barrier_count()   __syncthreads_count(), and what _and and _or are made of
 * - simt_settle_barrier()  what happens when all are there, or all but those that returned
 */
#include <string.h>
#include "checker.h"

static bool same_place(const struct worker *worker, const struct lane *lane)
{
    return lane->seen.line == worker->barrier_line &&
           strcmp(lane->file, worker->barrier_file) == 0;
}

static void arrive(struct worker *worker, const struct lane *lane)
{
    if (worker->missing == worker->live) {
        worker->barrier_file = lane->file;
        worker->barrier_line = lane->seen.line;
        worker->quick_line = worker->floats ? 0 : lane->seen.line;
    } else if (!same_place(worker, lane)) {
        worker->divergent = true;
    }
    if (--worker->missing == 0)
        simt_settle_barrier(worker);
}

void simt_settle_barrier(struct worker *worker)
{
    bool early_return = worker->live < worker->threads && !simt_pool.tolerate_exited;
    if (worker->divergent || early_return)
        simt_divergent_barrier(worker);
    worker->missing = worker->live;
    worker->quick_line = 0;
    worker->result = worker->votes;
    worker->votes = 0;
    worker->epoch++; /* all that wait are ready now */
    if (worker->watch)
        simt_check_barrier(worker);
}

/* Out of line, so that the short way needs no registers saved. */
static __attribute__((noinline)) void arrive_slowly(struct worker *worker, struct lane *lane,
                                                    const char *file)
{
    lane->file = file;
    arrive(worker, lane);
    simt_wait(worker, lane);
}

/* Nearly all arrivals are neither the first nor the last, come where the first came, and are
 * followed by a lane that may run: they take the short way. */
void simt_barrier(const char *file, int line)
{
    struct lane *lane = running_lane();
    struct worker *worker = worker_of(lane);
    struct lane *next = lane->next;
    lane->seen.line = line;
    lane->ready_at = worker->epoch + 1;
    if (line != worker->quick_line || worker->missing == 1 || next->ready_at > worker->epoch) {
        arrive_slowly(worker, lane, file);
        return;
    }
    worker->missing--;
    simt_go_on(worker, lane, next);
}

/* The result lasts until the next barrier is released, which this lane must reach first. */
int simt_barrier_count(int predicate, const char *file, int line)
{
    struct worker *worker = worker_of(running_lane());
    worker->votes += predicate != 0;
    simt_barrier(file, line);
    return (int)worker->result;
}
