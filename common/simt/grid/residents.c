/* Blocks that wait for later ones, as persistent kernels do. A device holds many blocks at
 * once. Here one begins when a worker is free, so that the first ones would wait for ever:
 * where none of them comes to an end, the others begin beside them, as many as a device holds.
 * Only in programs with a main() of their own: a lab's kernel must not count on it.
 *
 * In the checked build one block runs at a time, where it has fences; then they take turns, as
 * those of a cooperative launch do.
 */
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/observer.h"

static struct pool *const pool = &simt_pool;

/* As many lanes as cooperative launches may have. */
static unsigned held_at_once(void)
{
    enum { LANES = 16384 };
    dim3 block = pool->launch->block;
    unsigned most = LANES / (block.x * block.y * block.z);
    most = most < SIMT_MOST_WORKERS ? most : SIMT_MOST_WORKERS;
    return pool->blocks < most ? (unsigned)pool->blocks : most;
}

/* The fast build sees no loop that waits, if it is one of plain or volatile loads. */
bool simt_may_wait_for_later(double seconds, unsigned spins)
{
    const double long_enough = 0.2;
    enum { SOME = 16 };
    return pool->may_grow && !pool->by_turns && atomic_load(&pool->next_block) < pool->blocks &&
           pool->taking_part < held_at_once() && seconds > long_enough &&
           (!simt_observer || spins >= SOME);
}

/* A worker that is there, or else a new one. */
static bool let_one_begin(bool (*add_worker)(void))
{
    if (pool->taking_part >= pool->workers && !add_worker())
        return false;
    if (pool->one_by_one && !simt_add_seat())
        return false;
    pool->taking_part++;
    pool->running++;
    pool->tickets++;
    pthread_cond_signal(&pool->start);
    return true;
}

void simt_let_all_begin(bool (*add_worker)(void))
{
    while (pool->taking_part < held_at_once() && let_one_begin(add_worker))
        ;
}
