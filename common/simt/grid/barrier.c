/* Barriers of a block. A barrier is told by the source line of its call: an optimising compiler
 * may make three call instructions of two barriers, or one of two.
 *
 * - simt_barrier()         __syncthreads()
 * - simt_barrier_count()   __syncthreads_count(), and what _and and _or are made of
 * - simt_settle_barrier()  what happens when all are there, or all but those that returned
 */
#include <string.h>
#include "grid/grid.h"
#include "grid/observer.h"
#include "switch/switch.h"

static bool same_place(const struct worker *worker, const struct lane *lane)
{
    return lane->seen.line == worker->barrier_line &&
           (lane->file == worker->barrier_file || !strcmp(lane->file, worker->barrier_file));
}

static void arrive(struct worker *worker, const struct lane *lane)
{
    if (worker->missing == worker->live) {
        worker->barrier_file = lane->file;
        worker->barrier_line = lane->seen.line;
        worker->quick_line = lane->seen.line;
    } else if (!same_place(worker, lane)) {
        worker->divergent = true;
    }
    if (--worker->missing == 0)
        simt_settle_barrier(worker);
}

void simt_settle_barrier(struct worker *worker)
{
    bool apart = worker->divergent || worker->live < worker->threads;
    if (apart && !simt_pool.tolerate_exited)
        simt_divergent_barrier(worker);
    worker->divergent = false;
    worker->missing = worker->live;
    worker->quick_line = 0;
    worker->result = worker->votes;
    worker->votes = 0;
    worker->phase++; /* all that wait are ready now */
    if (simt_observer)
        simt_observer->block_met(worker);
}

/* Out of line, so that the fast path needs no registers saved; and kernels that call nothing
 * but barriers do not align their stack for it. */
static SIMT_REALIGNED __attribute__((noinline)) void
arrive_slowly(struct worker *worker, struct lane *lane, const char *file, int line)
{
    lane->file = file;
    lane->seen.line = line;
    lane->ready_at = worker->phase + 1;
    arrive(worker, lane);
    simt_wait(worker, lane);
}

/* Nearly all arrivals are neither the first nor the last, come where the first came, and are
 * followed by a lane that may run: they take the fast path. It uses no stack and ends by a
 * jump: so a lane that is resumed returns straight into its kernel, as the processor has
 * predicted. */
static inline bool is_usual(const struct worker *worker, const struct lane *lane,
                            const struct lane *next, int line)
{
    return line == worker->quick_line && worker->missing > 1 && next == lane->next &&
           next->ready_at <= worker->phase && (next->context || worker->idle_count);
}

static inline void arrive_quickly(struct worker *worker, struct lane *lane, struct lane *next,
                                  int line)
{
    lane->seen.line = line;
    lane->ready_at = worker->phase + 1;
    worker->missing--;
    simt_lane = &next->seen;
    if (next->context)
        simt_switch_short(&lane->context, next->context);
    else
        simt_begin_short(&lane->context, simt_take_idle(worker), simt_run_lanes);
}

/* Where the next lane is, is not read from `lane` first, for that would take time: it is the
 * one behind this or, where lanes take turns backwards, the one before it. */
void simt_barrier(const char *file, int line)
{
    struct lane *lane = running_lane();
    struct worker *worker = worker_of(lane);
    if (is_usual(worker, lane, lane + 1, line))
        arrive_quickly(worker, lane, lane + 1, line);
    else if (is_usual(worker, lane, lane - 1, line))
        arrive_quickly(worker, lane, lane - 1, line);
    else
        arrive_slowly(worker, lane, file, line);
}

/* The result lasts until the next barrier is released, which this lane must reach first. */
int simt_barrier_count(int predicate, const char *file, int line)
{
    struct lane *lane = running_lane();
    struct worker *worker = worker_of(lane);
    worker->votes += predicate != 0;
    arrive_slowly(worker, lane, file, line);
    return (int)worker->result;
}
