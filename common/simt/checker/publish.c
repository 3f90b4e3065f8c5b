/* When other blocks read what a block publishes: see publish.h. */
#include "checker/publish.h"
#include "checker/shadow.h"
#include "grid/grid.h"

/* Whether it is global memory, or one of the program's __device__ variables. */
static bool is_for_other_blocks(const void *address)
{
    if (!simt_lane || !simt_pool.by_turns)
        return false;
    uintptr_t shadow = simt_shadow_of(worker_of(running_lane()), address);
    return shadow > SIMT_PRIVATE && !simt_is_shared(shadow);
}

void simt_has_published(const void *address)
{
    if (is_for_other_blocks(address))
        simt_let_others_read();
}

void simt_will_publish(const void *address)
{
    if (!is_for_other_blocks(address))
        return;
    if (worker_of(running_lane())->turns.is_publishing)
        simt_let_others_read();
    worker_of(running_lane())->turns.is_publishing = true;
}

/* Where blocks take turns, with the lane's worker. A loop may read a flag and its number. */
void simt_looks_at(const void *address)
{
    if (!simt_lane || !simt_pool.by_turns)
        return;
    struct turns *turns = &worker_of(running_lane())->turns;
    turns->polls_again = turns->polled[0] == address || turns->polled[1] == address;
    if (turns->polled[0] != address)
        turns->polled[1] = turns->polled[0];
    turns->polled[0] = address;
}

/* A look back at a hundred blocks is no loop that waits. */
void simt_spin_unseen(bool waits)
{
    enum { LOOKS = 32 };
    if (!waits || !simt_lane)
        return;
    struct turns *turns = &worker_of(running_lane())->turns;
    if (!simt_pool.by_turns || turns->polls_again || ++turns->looks % LOOKS == 0)
        simt_spin();
}

/* Who reads one place again and again waits for other blocks: one of them has its turn. Who
 * reads one place after the other does not wait. A block that publishes by atomic operations
 * has begun with a number, and published a part: what counts are its volatile stores. */
void simt_polls(const void *address)
{
    enum { AGAIN = 8, ATOMICS = 2 };
    if (!simt_lane || !simt_pool.by_turns)
        return;
    struct worker *worker = worker_of(running_lane());
    simt_looks_at(address);
    if (worker->turns.is_publishing && worker->turns.published < ATOMICS)
        simt_let_others_read();
    else if (worker->turns.polls_again && ++simt_lane->spins % AGAIN == 0)
        simt_yield();
}
