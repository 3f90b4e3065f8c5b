/* Judges the clocks of matmul_kahan_timed: see clocks.h. */
#include "clocks.h"
#include "sums.h"

enum { LONG_SUM = 512 };

/* A clock that has run for more than some seconds is beyond that; a young one need not be. On a
 * device it may be as young as the program: an H200 said 2111393903 in the first case. */
static bool has_32_bits(int64_t ticks)
{
    return ticks >= INT32_MIN && ticks <= (int64_t)UINT32_MAX;
}

static const char *objection_to_digits(const struct case_run *t, size_t block)
{
    int64_t start = ((const int64_t *)found(t, "start"))[block];
    int64_t stop = ((const int64_t *)found(t, "stop"))[block];
    if (!has_32_bits(start) || !has_32_bits(stop))
        return NULL;
    return objection(
        "block %zu starts at %lld and stops at %lld, which 32 bits hold: keep what "
        "clock64() gives in a long long; clock(), and an int, wrap within seconds",
        block, (long long)start, (long long)stop);
}

/* No block of these cases takes as many ticks as 32 bits count. */
static const char *objection_to_a_short_start(size_t block, int64_t start, int64_t stop)
{
    if (!has_32_bits(start) || stop <= UINT32_MAX || stop - start <= UINT32_MAX)
        return NULL;
    return objection("block %zu starts at %lld, which 32 bits hold, and stops at %lld: keep "
                     "what clock64() gives in a long long; clock(), and an int, wrap within "
                     "seconds",
                     block, (long long)start, (long long)stop);
}

/* What is wrong with a block's clocks; they were `before` before the first run and 0 before the
 * second. A step of the loop takes many ticks (200 on an H200, 5 on a CPU), two clocks read at
 * once are up to 200 apart: for long sums, half a tick a step tells them apart and leaves room
 * for an answer that keeps several sums at once. */
static const char *objection_to_clocks(const struct case_run *t, size_t block)
{
    int64_t before = ((const int64_t *)given(t, "start"))[block], steps = number(t, "n");
    int64_t start = ((const int64_t *)found(t, "start"))[block];
    int64_t stop = ((const int64_t *)found(t, "stop"))[block];
    bool no_start = start == 0 || start == before, no_stop = stop == 0 || stop == before;
    if (no_start || no_stop)
        return objection(
            "%s[%zu] was never written: thread 0 of every block stores both clocks, "
            "in blocks of 256 threads",
            no_start ? "start" : "stop", block);
    if (stop < start && objection_to_digits(t, block))
        return objection_to_digits(t, block);
    if (objection_to_a_short_start(block, start, stop))
        return objection_to_a_short_start(block, start, stop);
    if (stop < start / 2)
        return objection("stop[%zu] is %lld, far below its start: is it a difference, or from "
                         "clock(), which has fewer bits? Store what clock64() says",
                         block, (long long)stop);
    if (stop < start)
        return objection("block %zu stops %lld ticks before it starts: are start and stop "
                         "exchanged, or stored by two threads? Thread 0 stores both",
                         block, (long long)(start - stop));
    if (steps >= LONG_SUM && stop - start < steps / 2)
        return objection("block %zu took %lld ticks for sums of %lld terms: its stop clock is "
                         "read before the work is done",
                         block, (long long)(stop - start), (long long)steps);
    return NULL;
}

const char *objection_to_timing(const struct simt_counters *counters)
{
    const struct simt_timed_blocks *timed = &counters->timed;
    if (counters->launches > 0 && timed->blocks == 0)
        return "thread 0 reads clock64() in no block: start and stop are two readings of that "
               "clock. clock() in a kernel is another clock, and wraps within seconds. The "
               "host's clock() and events time all blocks together, and a timer that begins "
               "before the first call of CUDA also counts how long the device takes to be "
               "ready";
    if (timed->once > 0 && (timed->begun_late || timed->ended_early))
        return "thread 0 reads clock64() only once in a kernel that reads a and b: start and "
               "stop are two readings of this clock, the first when the kernel begins, the "
               "other before it ends. clock() is another clock, and wraps within seconds";
    if (timed->begun_late)
        return "thread 0 has read elements of a or b before it takes the start time: that is "
               "the first thing to do in the kernel";
    if (timed->ended_early)
        return "thread 0 reads elements, or stores its own, after it has taken the stop time: "
               "its stop clock is read before the work is done";
    if (timed->idle)
        return "thread 0 reads no elements of a and b between its two clocks: the kernel that "
               "multiplies is the one to be timed, from its begin to its end";
    return NULL;
}

const char *objection_to_blocks(const struct simt_counters *counters)
{
    if (counters->launches != 1 || counters->threads == BLOCK_SIZE * counters->blocks)
        return NULL;
    return objection("its blocks have %llu threads: d_start and d_stop have an entry for each "
                     "block of %d",
                     (unsigned long long)(counters->threads / counters->blocks), BLOCK_SIZE);
}

static bool all_alike(const int64_t *ticks, size_t blocks)
{
    for (size_t block = 1; block < blocks; block++)
        if (ticks[block] != ticks[0])
            return false;
    return true;
}

/* Blocks that come one after the other, and on several multiprocessors, have no tick in common:
 * it is one block's, such as the earliest start or the latest stop of all. */
static const char *objection_to_shared_clocks(const struct case_run *t)
{
    const int64_t *start = found(t, "start"), *stop = found(t, "stop");
    size_t blocks = shape_of(t, "start").cols;
    bool one_start = all_alike(start, blocks), one_stop = all_alike(stop, blocks);
    if (number(t, "n") < LONG_SUM || (!one_start && !one_stop))
        return NULL;
    return objection(
        "all %zu blocks %s at the same tick: the earliest start or the latest stop "
        "of all compares clocks of different multiprocessors; each block stores "
        "its own",
        blocks, one_start ? "start" : "stop");
}

/* No two multiprocessors, and no two blocks on one, wait for memory equally long; of a thousand
 * blocks all alike no clock has timed one. Of a few, or short ones, some may well be alike. */
static const char *objection_to_likeness(const struct case_run *t)
{
    const int64_t *start = found(t, "start"), *stop = found(t, "stop");
    size_t blocks = shape_of(t, "start").cols;
    if (number(t, "n") < LONG_SUM)
        return NULL;
    for (size_t block = 1; block < blocks; block++)
        if (stop[block] - start[block] != stop[0] - start[0])
            return NULL;
    return objection("all %zu blocks took %lld ticks, none one more or less: store what "
                     "clock64() gives in each block",
                     blocks, (long long)(stop[0] - start[0]));
}

/* Ticks, and not what became of them on the way: where there are many clocks, their low digits
 * are not 0 in all, and where the host can read the clock, none is of a time before the call.
 */
static const char *objection_to_unit(const struct case_run *t)
{
    enum { LOW_DIGITS = 1023, MANY = 16 };
    const int64_t *start = found(t, "start"), *stop = found(t, "stop");
    size_t blocks = shape_of(t, "start").cols;
    int64_t before = clock_before(t), digits = 0;
    for (size_t block = 0; block < blocks; block++)
        digits |= (start[block] | stop[block]) & LOW_DIGITS;
    if (digits == 0 && blocks >= MANY)
        return objection("all clocks of %zu blocks are multiples of %d: a float holds 24 bits, "
                         "keep what clock64() gives in a long long",
                         blocks, LOW_DIGITS + 1);
    if (blocks == 0 || before == INT64_MAX || has_32_bits(start[0]) || start[0] >= before)
        return NULL;
    return objection("block 0 starts at %lld, and clock64() was %lld before the call: store "
                     "its ticks as they are, in no other unit",
                     (long long)start[0], (long long)before);
}

const char *verify_clocks(const struct case_run *t)
{
    const char *said = NULL;
    if (widened(t, "n") != number(t, "n")) /* only a few of so many blocks have run */
        return NULL;
    for (size_t block = 0; block < shape_of(t, "start").cols && !said; block++)
        said = objection_to_clocks(t, block);
    said = said ? said : objection_to_shared_clocks(t);
    said = said ? said : objection_to_likeness(t);
    bool is_old = clock_before(t) != INT64_MAX && !has_32_bits(clock_before(t));
    if (!said && number(t, "n") >= LONG_SUM && is_old)
        said = objection_to_digits(t, 0);
    return said ? said : objection_to_unit(t);
}

void report_clocks(const struct case_run *t, FILE *out)
{
    const int64_t *start = found(t, "start"), *stop = found(t, "stop");
    size_t blocks = shape_of(t, "start").cols;
    int64_t least = INT64_MAX, most = 0, sum = 0;
    for (size_t block = 0; block < blocks; block++) {
        int64_t ticks = stop[block] - start[block];
        least = ticks < least ? ticks : least;
        most = ticks > most ? ticks : most;
        sum += ticks;
    }
    fprintf(
        out,
        "         %zu blocks, %.4f s; ticks a block: %lld at least, %lld on average, %lld at "
        "most\n",
        blocks, seconds_of(t), (long long)least, (long long)(sum / (int64_t)blocks),
        (long long)most);
}
