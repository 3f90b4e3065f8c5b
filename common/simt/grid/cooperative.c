/* The blocks of a cooperative launch, which all run at once and may wait for each other.
 *
 * In the fast build they do run at once, each on a worker. In the checked build they take
 * turns: one runs until it waits for the grid, or spins, or is over. Then the checker sees one
 * access after the other, and a report is the same each time.
 *
 * Workers that have any other launch may take turns as well, where the checker wants to see
 * what blocks publish (see simt_let_others_read()). A seat is a block of the former, a worker
 * of the latter.
 *
 * - simt_begin_cooperation()   a launch begins
 * - simt_meet_grid()           what waits for the grid
 * - simt_let_others_read()   a block has published something
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include "grid/grid.h"
#include "grid/lines.h"
#include "grid/observer.h"

enum state { COMES, RUNS, WAITS, IS_OVER };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;                   /* for those who wait for a grid */
    pthread_cond_t may_go[SIMT_MOST_WORKERS]; /* for a turn: of many that wait one is woken */
    atomic_uint blocks; /* seats: 0 where nobody takes turns, nor waits for a grid */
    bool has_grown;     /* workers have joined one that was alone: see residents.c */
    bool is_left;       /* by that one */
    unsigned waiting, over;
    unsigned long long round; /* so often have all met */
    bool by_turns, in_vain;   /* those who wait will never be all */
    unsigned turn;
    atomic_uint taken; /* seats of workers */
    enum state state[SIMT_MOST_WORKERS];
    unsigned published[SIMT_MOST_WORKERS]; /* how often each has let others read */
    struct awaited {
        const void *at[2]; /* NULL: it waits for nothing but its turn */
        unsigned long long held[2];
    } awaited[SIMT_MOST_WORKERS]; /* the words that each has read in vain, and what they held */
} grid = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

void simt_begin_cooperation(unsigned blocks, bool by_turns)
{
    static unsigned can_wait; /* conditions last: an abandoned launch may still look at them */
    grid.blocks = blocks;
    grid.by_turns = by_turns;
    grid.waiting = grid.over = grid.turn = 0;
    grid.taken = 0;
    grid.in_vain = grid.has_grown = grid.is_left = false;
    for (unsigned i = 0; i < blocks; i++)
        grid.state[i] = COMES;
    memset(grid.awaited, 0, sizeof grid.awaited);
    for (; can_wait < SIMT_MOST_WORKERS; can_wait++)
        pthread_cond_init(&grid.may_go[can_wait], NULL);
}

bool simt_is_cooperative(void)
{
    return grid.blocks > 0 && !simt_pool.by_turns && !grid.has_grown;
}

bool simt_add_seat(void)
{
    pthread_mutex_lock(&grid.lock);
    bool has_room = !grid.is_left && grid.blocks < SIMT_MOST_WORKERS;
    if (has_room && grid.blocks == 0) {
        grid.by_turns = grid.has_grown = true;
        grid.state[0] = RUNS;
        grid.taken = grid.blocks = 1;
    }
    if (has_room) {
        grid.state[grid.blocks] = COMES;
        grid.blocks++;
    }
    pthread_mutex_unlock(&grid.lock);
    return has_room;
}

/* --- turns: with the lock ----------------------------------------------------------------- */

static bool may_run(unsigned seat)
{
    return grid.state[seat] == COMES || grid.state[seat] == RUNS;
}

static unsigned long long word_with(const void *address)
{
    const unsigned long long *word = (const void *)((uintptr_t)address & ~(uintptr_t)7);
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void note_what_it_awaits(unsigned seat, const void *const polled[2])
{
    for (int i = 0; i < 2; i++) {
        grid.awaited[seat].at[i] = polled[i];
        grid.awaited[seat].held[i] = polled[i] ? word_with(polled[i]) : 0;
    }
}

/* Whether it could do more than read once more what it has read in vain. */
static bool may_go_on(unsigned seat)
{
    const struct awaited *a = &grid.awaited[seat];
    bool same = a->at[0] && a->held[0] == word_with(a->at[0]) &&
                (!a->at[1] || a->held[1] == word_with(a->at[1]));
    return may_run(seat) && !same;
}

static void give_turn(unsigned seat)
{
    grid.turn = seat;
    pthread_cond_signal(&grid.may_go[seat]);
}

static bool pass_turn_to(bool (*is_fit)(unsigned seat))
{
    for (unsigned i = 1; i <= grid.blocks; i++) {
        unsigned step = simt_pool.by_turns ? grid.blocks - i : i;
        unsigned next = (grid.turn + step) % grid.blocks;
        if (is_fit(next)) {
            give_turn(next);
            return true;
        }
    }
    return false;
}

/* Gives the turn to the next one. Workers take turns backwards: so those behind one read a part
 * of what it publishes before it has published all. What others wait for may be more than the
 * two words that they have read last. */
static void pass_turn(void)
{
    if (!pass_turn_to(may_go_on))
        pass_turn_to(may_run);
}

/* Which of the others has published least; of equals the next in that direction. So a block
 * that has published a part rests until all have, and then those behind read nothing but parts.
 */
static unsigned least_published(void)
{
    unsigned least = grid.turn;
    for (unsigned i = 1; i < grid.blocks; i++) {
        unsigned next = (grid.turn + grid.blocks - i) % grid.blocks;
        if (may_go_on(next) &&
            (least == grid.turn || grid.published[next] < grid.published[least]))
            least = next;
    }
    return least;
}

/* Gives the turn to one that has not begun, or else to one that has published little. */
static void let_others_read(void)
{
    unsigned seat = 0;
    while (seat < grid.blocks && grid.state[seat] != COMES)
        seat++;
    give_turn(seat < grid.blocks ? seat : least_published());
}

/* Returns false once the launch has ended. Wakes up now and then to look, because whoever ends
 * it signals nobody. */
static bool wait_for(pthread_cond_t *change)
{
    enum { A_WHILE = 10000000 }; /* nanoseconds */
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += A_WHILE;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(change, &grid.lock, &until);
    return !atomic_load(&simt_pool.abandoned) && !atomic_load(&simt_pool.expired);
}

static void wait_for_turn(unsigned block)
{
    while (grid.by_turns && grid.turn != block && wait_for(&grid.may_go[block]))
        ;
}

/* --- blocks ------------------------------------------------------------------------------- */

static void sit_down(struct worker *worker, unsigned seat)
{
    pthread_mutex_lock(&grid.lock);
    worker->turns.seat = seat;
    wait_for_turn(seat);
    grid.state[seat] = RUNS;
    pthread_mutex_unlock(&grid.lock);
}

static void look_for_vain_waiting(void)
{
    grid.in_vain = grid.waiting > 0 && grid.over > 0 && grid.waiting + grid.over == grid.blocks;
    if (grid.in_vain)
        pthread_cond_broadcast(&grid.changed);
}

static void stand_up(unsigned seat)
{
    grid.state[seat] = IS_OVER;
    grid.over++;
    look_for_vain_waiting();
    pass_turn();
}

void simt_enter_grid(struct worker *worker, unsigned block)
{
    worker->turns.published = 0;
    worker->turns.is_publishing = false;
    worker->turns.polled[0] = worker->turns.polled[1] = NULL;
    grid.published[worker->turns.seat] = 0;
    if (simt_is_cooperative())
        sit_down(worker, block);
}

void simt_leave_grid(struct worker *worker)
{
    if (!simt_is_cooperative())
        return;
    pthread_mutex_lock(&grid.lock);
    stand_up(worker->turns.seat);
    pthread_mutex_unlock(&grid.lock);
}

void simt_take_seat(struct worker *worker)
{
    if (simt_pool.by_turns || grid.has_grown)
        sit_down(worker, atomic_fetch_add(&grid.taken, 1));
    else
        worker->turns.seat = 0;
}

void simt_leave_seat(struct worker *worker)
{
    pthread_mutex_lock(&grid.lock);
    if (simt_pool.by_turns || grid.has_grown)
        stand_up(worker->turns.seat);
    grid.is_left = true;
    pthread_mutex_unlock(&grid.lock);
}

/* --- lanes -------------------------------------------------------------------------------- */

static unsigned own_seat(void)
{
    return worker_of(running_lane())->turns.seat;
}

void simt_pass_turn(bool alone)
{
    if (!grid.by_turns || !grid.blocks)
        return;
    struct turns *turns = &worker_of(running_lane())->turns;
    struct simt_lane *lane = simt_lock(&grid.lock);
    if (alone && turns->polls_again)
        note_what_it_awaits(turns->seat, turns->polled);
    pass_turn();
    wait_for_turn(turns->seat);
    grid.awaited[turns->seat].at[0] = NULL;
    simt_unlock(&grid.lock, lane);
    simt_checkpoint();
}

void simt_let_others_read(void)
{
    enum { MOST = 4 }; /* times a block: it may publish each element */
    struct worker *worker = worker_of(running_lane());
    worker->turns.is_publishing = false;
    if (!grid.blocks || worker->turns.published >= MOST)
        return;
    worker->turns.published++;
    struct simt_lane *lane = simt_lock(&grid.lock);
    grid.published[worker->turns.seat] = worker->turns.published;
    let_others_read();
    wait_for_turn(worker->turns.seat);
    simt_unlock(&grid.lock, lane);
    simt_checkpoint();
}

static void release_all(void)
{
    for (unsigned i = 0; i < grid.blocks; i++)
        grid.state[i] = RUNS;
    grid.waiting = grid.turn = 0;
    grid.round++;
    if (simt_observer)
        simt_observer->grid_met();
    pthread_cond_broadcast(&grid.changed);
}

/* Waits for all blocks. Returns true, to one of those that wait, if the others will never come.
 */
static bool wait_for_all(unsigned block)
{
    unsigned long long round = grid.round;
    grid.state[block] = WAITS;
    if (++grid.waiting == grid.blocks)
        release_all();
    else
        pass_turn();
    look_for_vain_waiting();
    while (round == grid.round && !grid.in_vain && wait_for(&grid.changed))
        ;
    bool in_vain = grid.in_vain;
    grid.in_vain = false;
    if (!in_vain)
        wait_for_turn(block);
    return in_vain;
}

static _Noreturn void tell_vain_waiting(const char *file, int line)
{
    simt_misuse(
        FOUND_BARRIER,
        "grid barrier that not all blocks reach: %u block%s returned, %u wait%s at %s:%d; "
        "every thread of the grid must reach the same sync()",
        grid.over, grid.over == 1 ? " has" : "s have", grid.waiting,
        grid.waiting == 1 ? "s" : "", simt_base_name(file), line);
}

void simt_meet_grid(const char *file, int line)
{
    struct worker *worker = worker_of(running_lane());
    if (!simt_is_cooperative())
        simt_misuse(
            FOUND_BARRIER,
            "%s:%d: sync() of a grid in a launch that is not cooperative: a device ends "
            "it with an error; launch by cudaLaunchCooperativeKernel()",
            simt_base_name(file), line);
    if (worker->turns.met_grid == worker->phase)
        return; /* another lane has waited for the block */
    worker->turns.met_grid = worker->phase;
    unsigned block = own_seat();
    struct simt_lane *lane = simt_lock(&grid.lock);
    bool in_vain = wait_for_all(block);
    simt_unlock(&grid.lock, lane);
    simt_checkpoint();
    if (in_vain)
        tell_vain_waiting(file, line);
}
