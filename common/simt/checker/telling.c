/* When others go on with what a block has told them: see telling.h. */
#include "checker/telling.h"
#include "checker/shadow.h"
#include "grid/grid.h"

static bool tells_blocks(const void *address)
{
    uintptr_t at = (uintptr_t)address;
    return simt_lane && simt_pool.by_turns && simt_in_window(at) && !simt_is_shared(at);
}

void simt_has_told(const void *address)
{
    if (tells_blocks(address))
        simt_hand_on();
}

void simt_will_tell(const void *address)
{
    if (!tells_blocks(address))
        return;
    if (worker_of(running_lane())->tells)
        simt_hand_on();
    worker_of(running_lane())->tells = true;
}

/* Who asks for one thing again and again waits for others, of which one is to have its turn;
 * but not who asks one after the other. A block that tells by atomic operations has begun with
 * a number, and told a part: its volatile stores are what it tells of. */
void simt_asks_others(const void *address)
{
    enum { AGAIN = 8, ATOMICS = 2 };
    if (!simt_lane || !simt_pool.by_turns)
        return;
    struct worker *worker = worker_of(running_lane());
    bool again = worker->asked == address;
    worker->asked = address;
    if (worker->tells && worker->told < ATOMICS)
        simt_hand_on();
    else if (again && ++simt_lane->spins % AGAIN == 0)
        simt_yield();
}
