/* Waiting for a launch, and the watchdog: whoever takes too long is stopped, and what is known
 * of the launch's progress is kept for the words on it (signals.c).
 *
 * - simt_set_watchdog()  how long a launch may take
 * - simt_set_patience()  and how long while nothing comes to an end in it
 * - simt_watch_time()    who waits for it, and for how long
 */
#define _GNU_SOURCE
#include <errno.h>
#include <time.h>
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/observer.h"

static struct pool *const pool = &simt_pool;

void simt_set_watchdog(double seconds)
{
    pool->limit = seconds;
}

void simt_set_patience(double seconds)
{
    pool->patience = seconds;
}

void simt_watch_time(const unsigned *parts_over, unsigned parts)
{
    pool->parts_over = parts_over;
    pool->parts = parts;
}

unsigned simt_parts_over(void)
{
    return pool->parts_over ? __atomic_load_n(pool->parts_over, __ATOMIC_RELAXED) : 0;
}

bool simt_was_moving(void)
{
    return pool->progress.moving;
}

/* Not the clock's time: on a busy machine a kernel is slow without being endless. */
static double processor_seconds(const struct worker *worker)
{
    clockid_t clock;
    struct timespec time = {0, 0};
    if (pthread_getcpuclockid(worker->thread, &clock) == 0)
        clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* What is known of a worker's progress in this launch, in seconds of its own. */
struct seen {
    double begun, now;       /* its clock when the launch began, and at this tick */
    double moved;            /* and when it was seen last that a thread had returned */
    unsigned long long mark; /* another one after each return */
    unsigned spun;           /* the worker's, when it was seen last that one had */
};

static unsigned lanes_alive(const struct worker *worker)
{
    return __atomic_load_n(&worker->live, __ATOMIC_RELAXED);
}

static void see(struct seen *seen, const struct worker *worker)
{
    unsigned long long mark =
        __atomic_load_n(&worker->never, __ATOMIC_RELAXED) ^ lanes_alive(worker);
    seen->now = processor_seconds(worker);
    if (mark != seen->mark) {
        seen->moved = seen->now;
        seen->spun = __atomic_load_n(&worker->spun, __ATOMIC_RELAXED);
    }
    seen->mark = mark;
}

static void see_all(struct seen *seen)
{
    for (unsigned i = 0; i < pool->workers; i++)
        see(&seen[i], pool->worker[i]);
}

/* The longest time that one of them has been at work, or without a thread that returned. */
static double longest(const struct seen *seen, bool without_return)
{
    double most = 0;
    for (unsigned i = 0; i < pool->workers; i++) {
        double time = seen[i].now - (without_return ? seen[i].moved : seen[i].begun);
        most = time > most ? time : most;
    }
    return most;
}

/* Blocks have begun that wait for each other: see residents.c. */
static bool is_crowded(void)
{
    return pool->may_grow && pool->taking_part > pool->usual;
}

/* Many workers share the cores: then what all have been at work counts for the usual ones. */
static double time_of_launch(const struct seen *seen)
{
    double most = longest(seen, false), all = 0;
    for (unsigned i = 0; i < pool->workers; i++)
        all += seen[i].now - seen[i].begun;
    return is_crowded() && all / pool->usual > most ? all / pool->usual : most;
}

/* Whether each block that runs may wait for one that has not begun. */
static bool all_may_wait(const struct seen *seen)
{
    unsigned waiting = 0;
    for (unsigned i = 0; i < pool->workers; i++) {
        const struct worker *worker = pool->worker[i];
        if (lanes_alive(worker) == 0)
            continue;
        unsigned spins = __atomic_load_n(&worker->spun, __ATOMIC_RELAXED) - seen[i].spun;
        if (!simt_may_wait_for_later(seen[i].now - seen[i].moved, spins))
            return false;
        waiting++;
    }
    return waiting > 0;
}

/* Nearly, since workers may be between two blocks. */
static unsigned long long threads_returned(unsigned long long of_a_block)
{
    unsigned long long begun = atomic_load(&pool->next_block), alive = 0;
    for (unsigned i = 0; i < pool->workers; i++)
        alive += lanes_alive(pool->worker[i]);
    begun = (begun < pool->blocks ? begun : pool->blocks) * of_a_block;
    return begun > alive ? begun - alive : 0;
}

/* Where many lanes were interrupted and have not ended since, others that return at once, since
 * they have nothing to do, tell nothing of them. */
static bool many_left_off(void)
{
    enum { FEW = 4 };
    unsigned most = 0;
    for (unsigned i = 0; i < pool->workers; i++) {
        unsigned count = __atomic_load_n(&pool->worker[i]->left_off, __ATOMIC_RELAXED);
        most = count > most ? count : most;
    }
    return most > FEW;
}

/* Whether some block looks again and again at what others write, while there are blocks that
 * have not begun. */
static bool one_may_need_later(const struct seen *seen)
{
    enum { SOME = 16 };
    bool looks = false;
    for (unsigned i = 0; i < pool->workers; i++) {
        unsigned spins = __atomic_load_n(&pool->worker[i]->spun, __ATOMIC_RELAXED);
        looks |= lanes_alive(pool->worker[i]) && spins - seen[i].spun >= SOME;
    }
    return looks && !pool->backwards && atomic_load(&pool->next_block) < pool->blocks;
}

/* Time is up. What returns all the time is no endless loop. */
static void keep_progress(const struct seen *seen, double limit)
{
    const double shortly = 0.25;
    dim3 block = pool->launch->block;
    unsigned long long of_a_block = 1ull * block.x * block.y * block.z;
    unsigned long long returned = threads_returned(of_a_block);
    pool->progress = (struct progress){
        .seconds = limit,
        .moving = returned && longest(seen, true) < shortly * limit && !many_left_off() &&
                  !is_crowded(),
        .may_need_later = one_may_need_later(seen),
        .returned = returned,
        .threads = pool->blocks * of_a_block,
    };
    atomic_store(&pool->expired, true);
}

/* True once nobody runs. */
static bool wait_a_tick(void)
{
    enum { TICK = 10000000 }; /* nanoseconds */
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TICK;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (pool->running)
        if (pthread_cond_timedwait(&pool->done, &pool->lock, &until) == ETIMEDOUT)
            return pool->running == 0;
    return true;
}

/* Nobody waits any longer, and this launch is why: it began in the first half of the time. */
static bool is_waited_for_in_vain(void)
{
    return pool->parts && simt_parts_over() >= pool->parts &&
           2 * pool->parts_before < pool->parts;
}

/* The limit that the launch has come to, in seconds, or 0. */
static double time_limit(const struct seen *seen, double time)
{
    if (pool->limit > 0 && time > pool->limit)
        return pool->limit;
    bool stuck = pool->patience > 0 && !simt_observer && longest(seen, true) > pool->patience;
    return stuck || is_waited_for_in_vain() ? time : 0;
}

/* The launching thread has nothing else to do than to look after the others. Late leavers are
 * those in the C library; after two seconds they have to leave that too. */
void simt_look_after_workers(bool (*add_worker)(void))
{
    struct seen seen[SIMT_MOST_WORKERS] = {{0}};
    double ended = 0;
    see_all(seen);
    for (unsigned i = 0; i < pool->workers; i++)
        seen[i].begun = seen[i].moved = seen[i].now;
    while (!wait_a_tick()) {
        see_all(seen);
        double time = time_of_launch(seen);
        if (!ended && all_may_wait(seen))
            simt_let_all_begin(add_worker);
        if (!ended && (ended = time_limit(seen, time)) > 0)
            keep_progress(seen, ended);
        if (ended && time > ended + 2)
            atomic_store(&pool->insist, true);
        for (unsigned i = 0; i < pool->workers; i++)
            simt_tick(pool->worker[i]);
    }
}
