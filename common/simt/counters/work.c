/* What blocks that draw numbers have done for each, and warps that share a block's loads: see
 * work.h. */
#include <stdbool.h>
#include <string.h>
#include "checker/window.h"
#include "counters/work.h"
#include "cuda/runtime.h"

/* Variables of the program's lie outside the window. */
static bool is_own(uint64_t address)
{
    const struct simt_allocation *live = simt_live_at((void *)(uintptr_t)address);
    return live ? !live->arrays : !simt_in_window((uintptr_t)address);
}

void simt_block_work_draw(struct simt_block_work *work, const struct simt_request *request)
{
    uint64_t address = request->address[0] & ((1ull << SIMT_ADDRESS_BITS) - 1);
    if (request->lanes != 1)
        return;
    if (!work->drawn_from && is_own(address))
        work->drawn_from = address;
    work->drawn += address == work->drawn_from;
}

static void share_among_warps(struct simt_block_work *work)
{
    enum { MANY_WARPS = 4 };
    uint64_t most = 0;
    for (unsigned i = 0; i < SIMT_MAX_WARPS; i++)
        most = simt_most_of(most, work->shared_loads[i]);
    work->busiest_warps += work->warps >= MANY_WARPS ? most : 0;
    memset(work->shared_loads, 0, sizeof work->shared_loads);
}

void simt_block_work_end_block(struct simt_block_work *work)
{
    share_among_warps(work);
    uint64_t most_read = 0, draws = work->drawn ? work->drawn : 1;
    for (unsigned i = 0; i < SIMT_MAX_THREADS; i++)
        most_read = simt_most_of(most_read, work->read[i]);
    memset(work->read, 0, sizeof work->read);
    work->most_read = simt_most_of(work->most_read, most_read);
    work->dealt.most_loaded = simt_most_of(work->dealt.most_loaded, work->loaded / draws);
    work->dealt.most_read = simt_most_of(work->dealt.most_read, most_read / draws);
    work->dealt.blocks += work->drawn > 0;
    work->dealt.drawn += work->drawn;
    work->most_counted = simt_most_of(work->most_counted, work->counted);
    work->loaded = work->counted = work->drawn = work->drawn_from = 0;
}

void simt_block_work_forget(struct simt_block_work *work)
{
    uint64_t of_launch = work->most_of_launch;
    unsigned warps = work->warps;
    *work = (struct simt_block_work){.most_of_launch = of_launch, .warps = warps};
}
