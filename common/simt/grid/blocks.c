/* Which blocks of a grid run, and in which order; and whether a thread has drawn a number, so
 * that nobody knows which elements belong to a block. */
#include "cuda/runtime.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/schedule.h"

static struct pool *const pool = &simt_pool;

/* --- blocks in turn ----------------------------------------------------------------------- */

enum { FEW_FIRST = 1, FEW_LAST = 2 };

bool simt_runs_few(void)
{
    return simt_schedule == FEW_BLOCKS && pool->blocks > SIMT_FEW;
}

/* The first and the last, and some in between: of few blocks, which are large, more of them. */
static bool is_in_sample(unsigned long long number)
{
    enum { MANY = 1024, END = 8, APART = 31, END_OF_MANY = 64, APART_OF_MANY = 509 };
    bool many = pool->blocks >= MANY;
    unsigned end = many ? END_OF_MANY : END, apart = many ? APART_OF_MANY : APART;
    return number < end || number + end >= pool->blocks || number % apart == 0;
}

bool simt_take_block(unsigned long long *number)
{
    const unsigned long long left_out =
        simt_runs_few() ? pool->blocks - FEW_FIRST - FEW_LAST : 0;
    while (!atomic_load_explicit(&pool->abandoned, memory_order_relaxed)) {
        unsigned long long next = atomic_fetch_add(&pool->next_block, 1);
        if (next >= pool->blocks - left_out)
            return false;
        next += next >= FEW_FIRST ? left_out : 0;
        *number = pool->backwards ? pool->blocks - 1 - next : next;
        if (simt_schedule != SOME_BLOCKS || is_in_sample(*number))
            return true;
    }
    return false;
}

/* --- draws -------------------------------------------------------------------------------- */

bool simt_tell_draws;
static atomic_bool drawn;

void simt_watch_draws(bool on)
{
    simt_tell_draws = on;
    drawn = false;
}

/* A variable of the program's, or an allocation that nobody has named. Where a thread adds
 * again and again, in a named one or in a page of shared memory, is looked up once a launch. */
static bool is_own(const void *address)
{
    enum { PAGE = 4096 };
    static _Thread_local struct {
        unsigned long long launch;
        const char *from, *to;
    } others;
    extern char __data_start[], _end[];
    const char *at = address;
    if (others.launch == pool->launches && at >= others.from && at < others.to)
        return false;
    const struct simt_allocation *live = simt_live_at(address);
    if (live ? !live->arrays : at >= __data_start && at < _end)
        return true;
    others.launch = pool->launches;
    others.from = live ? live->base : at - (uintptr_t)at % PAGE;
    others.to = others.from + (live ? live->bytes : PAGE);
    return false;
}

/* A block that draws what it works on does so before its threads first wait for each other, or
 * again and again. A block that is counted as done adds once, behind that. */
static bool is_a_draw(struct worker *worker)
{
    return worker->phase == worker->start || worker->added++ > 0;
}

void simt_may_draw(const void *address)
{
    if (!atomic_load_explicit(&drawn, memory_order_relaxed) && is_own(address) &&
        is_a_draw(worker_of(running_lane())))
        atomic_store(&drawn, true);
}

bool simt_has_drawn(void)
{
    return drawn;
}
