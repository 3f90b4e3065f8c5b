/* The counters as others read them: sums over sites, for a program or a source line. Requests
 * are counted in trace.c, and what they cost is reckoned in transactions.c. */
#include <stdlib.h>
#include <string.h>
#include "counters/barriers.h"
#include "counters/branches.h"
#include "counters/counters.h"
#include "counters/sites.h"
#include "counters/sums.h"
#include "counters/trace.h"
#include "counters/work.h"
#include "cuda/queue.h"
#include "cuda/runtime.h"
#include "checker/window.h"
#include "grid/launches.h"

static struct {
    uint64_t launches, blocks, warps, threads;
    uint64_t busiest_loads; /* of the launches before the last */
} launched;

static uint64_t most_of_launch(void)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < simt_pool.workers; i++) {
        const struct trace *trace = simt_pool.worker[i]->trace;
        if (trace)
            most = simt_most_of(most, trace->work.most_of_launch);
    }
    return most;
}

static void end_launch(void)
{
    launched.busiest_loads += most_of_launch();
    for (unsigned i = 0; i < simt_pool.workers; i++)
        if (simt_pool.worker[i]->trace)
            simt_pool.worker[i]->trace->work.most_of_launch = 0;
}

void simt_count_launch(const struct simt_launch *launch)
{
    end_launch();
    dim3 grid = launch->grid, block = launch->block;
    uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z;
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    launched.launches++;
    launched.blocks += blocks;
    launched.warps += blocks * ((threads + SIMT_WARP - 1) / SIMT_WARP);
    launched.threads += blocks * threads;
}

void simt_counters_reset(void)
{
    end_launch();
    memset(&launched, 0, sizeof launched);
    simt_forget_barriers();
    simt_copies_so_far = (struct simt_copies){0};
    for (unsigned i = 0; i < simt_pool.workers; i++) {
        struct trace *trace = simt_pool.worker[i]->trace;
        if (!trace)
            continue;
        memset(trace->tally, 0, simt_site_count * sizeof(struct simt_tally));
        simt_block_work_forget(&trace->work);
        trace->timed = (struct simt_timed_blocks){0};
    }
}

const struct simt_counter simt_counter_names[] = {
#define COUNTER(name) {#name, offsetof(struct simt_counters, name)}
    COUNTER(launches),
    COUNTER(blocks),
    COUNTER(warps),
    COUNTER(threads),
    COUNTER(global_load.requests),
    COUNTER(global_load.lanes),
    COUNTER(global_load.bytes),
    COUNTER(global_load.sectors),
    COUNTER(global_store.requests),
    COUNTER(global_store.lanes),
    COUNTER(global_store.bytes),
    COUNTER(global_store.sectors),
    COUNTER(shared_load.requests),
    COUNTER(shared_load.lanes),
    COUNTER(shared_load.bytes),
    COUNTER(shared_load.wavefronts),
    COUNTER(shared_load.conflicts),
    COUNTER(shared_store.requests),
    COUNTER(shared_store.lanes),
    COUNTER(shared_store.bytes),
    COUNTER(shared_store.wavefronts),
    COUNTER(shared_store.conflicts),
    COUNTER(global_atomic.requests),
    COUNTER(global_atomic.lanes),
    COUNTER(global_atomic.passes),
    COUNTER(global_atomic.same_address_most),
    COUNTER(shared_atomic.requests),
    COUNTER(shared_atomic.lanes),
    COUNTER(shared_atomic.passes),
    COUNTER(shared_atomic.same_address_most),
    COUNTER(barriers),
    COUNTER(divergent_branches),
    COUNTER(busiest_block),
    COUNTER(busiest_loads),
    COUNTER(busiest_thread),
    COUNTER(busiest_warps),
    COUNTER(busiest_counts),
    COUNTER(drawn),
    COUNTER(constants_apart),
    {NULL, 0},
};

/* --- sums --------------------------------------------------------------------------------- */

/* What a site has cost on all workers. */
static struct simt_tally tally_of(unsigned site)
{
    struct simt_tally sum = {0};
    for (unsigned i = 0; i < simt_pool.workers; i++) {
        if (!simt_pool.worker[i]->trace)
            continue;
        const struct simt_tally *tally = &simt_pool.worker[i]->trace->tally[site];
        sum.requests += tally->requests;
        sum.lanes += tally->lanes;
        sum.company += tally->company;
        sum.passes += tally->passes;
        sum.phases += tally->phases;
        sum.most = tally->most > sum.most ? tally->most : sum.most;
        sum.divergent += tally->divergent;
        if (tally->behind && (!sum.behind || tally->behind < sum.behind))
            sum.behind = tally->behind;
    }
    return sum;
}

static void add_global(const struct simt_tally *tally, unsigned size,
                       struct simt_global_traffic *sum)
{
    sum->requests += tally->requests;
    sum->lanes += tally->lanes;
    sum->bytes += tally->lanes * size;
    sum->sectors += tally->passes;
    sum->company += tally->company;
}

static void add_shared(const struct simt_tally *tally, unsigned size,
                       struct simt_shared_traffic *sum)
{
    sum->requests += tally->requests;
    sum->lanes += tally->lanes;
    sum->bytes += tally->lanes * size;
    sum->wavefronts += tally->passes;
    sum->conflicts += tally->passes - tally->phases;
}

static void add_atomic(const struct simt_tally *tally, struct simt_atomic_traffic *sum)
{
    sum->requests += tally->requests;
    sum->lanes += tally->lanes;
    sum->passes += tally->passes;
    if (tally->most > sum->same_address_most)
        sum->same_address_most = tally->most;
}

static void add_site(const struct simt_site *site, const struct simt_tally *tally,
                     struct simt_counters *sum)
{
    sum->divergent_branches += tally->divergent;
    switch (site->kind) {
    case SIMT_GLOBAL_LOAD:
        add_global(tally, site->size, &sum->global_load);
        break;
    case SIMT_GLOBAL_STORE:
        add_global(tally, site->size, &sum->global_store);
        break;
    case SIMT_SHARED_LOAD:
        add_shared(tally, site->size, &sum->shared_load);
        break;
    case SIMT_SHARED_STORE:
        add_shared(tally, site->size, &sum->shared_store);
        break;
    case SIMT_GLOBAL_ATOMIC:
        add_atomic(tally, &sum->global_atomic);
        break;
    case SIMT_SHARED_ATOMIC:
        add_atomic(tally, &sum->shared_atomic);
        break;
    case SIMT_UNCOUNTED:
        sum->constants_apart += tally->lanes;
        break;
    case SIMT_BLOCK:
    case SIMT_CLOCK:
        break;
    }
}

static void add_work(struct simt_block_work *work, struct simt_shares *dealt,
                     struct simt_counters *total)
{
    simt_block_work_end_block(work);
    total->busiest_block = simt_most_of(total->busiest_block, work->most_loaded);
    total->busiest_thread = simt_most_of(total->busiest_thread, work->most_read);
    total->busiest_counts = simt_most_of(total->busiest_counts, work->most_counted);
    total->drawn += work->dealt.drawn;
    total->busiest_warps += work->busiest_warps;
    dealt->blocks += work->dealt.blocks;
    dealt->most_loaded = simt_most_of(dealt->most_loaded, work->dealt.most_loaded);
    dealt->most_read = simt_most_of(dealt->most_read, work->dealt.most_read);
}

static void add_timed(const struct simt_timed_blocks *timed, struct simt_timed_blocks *total)
{
    total->blocks += timed->blocks;
    total->once += timed->once;
    total->begun_late += timed->begun_late;
    total->ended_early += timed->ended_early;
    total->idle += timed->idle;
}

static void add_workers(struct simt_shares *dealt, struct simt_counters *total)
{
    for (unsigned i = 0; i < simt_pool.workers; i++) {
        struct trace *trace = simt_pool.worker[i]->trace;
        if (!trace)
            continue;
        add_work(&trace->work, dealt, total);
        add_timed(&trace->timed, &total->timed);
    }
}

void simt_counters_total(struct simt_counters *total)
{
    enum { LEAST_PART = 4 }; /* of all blocks, those of other launches among them */
    struct simt_shares dealt = {0};
    *total = (struct simt_counters){.launches = launched.launches,
                                    .blocks = launched.blocks,
                                    .warps = launched.warps,
                                    .threads = launched.threads,
                                    .busiest_loads = launched.busiest_loads + most_of_launch(),
                                    .copied = {.bytes = simt_copies_so_far.bytes,
                                               .unpinned = simt_copies_so_far.unpinned,
                                               .beside = simt_copies_so_far.beside,
                                               .largest = simt_copies_so_far.largest}};
    for (unsigned i = 1; i < simt_site_count; i++) {
        struct simt_tally tally = tally_of(i);
        add_site(&simt_sites[i], &tally, total);
    }
    const struct simt_barrier_line *barriers;
    unsigned barrier_count = simt_barrier_lines(&barriers);
    for (unsigned i = 0; i < barrier_count; i++)
        total->barriers += barriers[i].count;
    add_workers(&dealt, total);
    if (dealt.blocks > launched.launches && LEAST_PART * dealt.blocks >= launched.blocks) {
        total->busiest_block = dealt.most_loaded;
        total->busiest_loads = dealt.most_loaded * launched.launches;
        total->busiest_thread = dealt.most_read;
    }
}

/* --- lines -------------------------------------------------------------------------------- */

struct lines {
    struct simt_line_counters *line;
    unsigned count, most;
};

/* The numbers of that line, 0 at first; NULL if there is no room for it. */
static struct simt_counters *at_line(struct lines *lines, const char *file, int number)
{
    for (unsigned i = 0; i < lines->count && i < lines->most; i++)
        if (lines->line[i].line == number && !strcmp(lines->line[i].file, file))
            return &lines->line[i].counters;
    if (lines->count++ >= lines->most)
        return NULL;
    struct simt_line_counters *line = &lines->line[lines->count - 1];
    *line = (struct simt_line_counters){.line = number};
    strncpy(line->file, file, sizeof line->file - 1);
    return &line->counters;
}

static int by_line(const void *left, const void *right)
{
    const struct simt_line_counters *a = left, *b = right;
    int files = strcmp(a->file, b->file);
    return files ? files : a->line - b->line;
}

/* The lines that were asked for: of a site, and of the branch behind it. */
static struct place {
    const char *code;
    struct simt_source source;
} places[SIMT_MAX_SITES], branches[SIMT_MAX_SITES];

/* Those that are to be asked for. */
static struct {
    struct place *place[2 * SIMT_MAX_SITES];
    unsigned count;
} wanted;

static void want(struct place *place, const char *code)
{
    if (place->code == code)
        return;
    place->code = code;
    wanted.place[wanted.count++] = place;
}

static void find_wanted(void)
{
    static const void *codes[2 * SIMT_MAX_SITES];
    static struct simt_source found[2 * SIMT_MAX_SITES];
    for (unsigned i = 0; i < wanted.count; i++)
        codes[i] = wanted.place[i]->code;
    simt_source_lines(codes, wanted.count, found);
    for (unsigned i = 0; i < wanted.count; i++)
        wanted.place[i]->source = found[i];
    wanted.count = 0;
}

/* A site's line is that of the call of its hook. */
static void find_sources(void)
{
    for (unsigned i = 1; i < simt_site_count; i++) {
        const char *behind = tally_of(i).behind;
        want(&places[i], (const char *)simt_sites[i].code - 1);
        if (behind)
            want(&branches[i], simt_branch_before(behind));
    }
    find_wanted();
}

static void add_at(struct lines *lines, const struct simt_source *source,
                   const struct simt_site *site, const struct simt_tally *tally)
{
    struct simt_counters *sum = at_line(lines, source->file, source->line);
    if (sum)
        add_site(site, tally, sum);
}

static void add_sites(struct lines *lines)
{
    find_sources();
    for (unsigned i = 1; i < simt_site_count; i++) {
        struct simt_tally tally = tally_of(i), parting = {.divergent = tally.divergent};
        const struct place *branch = branches[i].source.line ? &branches[i] : &places[i];
        tally.divergent = 0;
        if (parting.divergent)
            add_at(lines, &branch->source, &simt_sites[i], &parting);
        if (tally.requests) /* a basic block has none */
            add_at(lines, &places[i].source, &simt_sites[i], &tally);
    }
}

unsigned simt_counters_lines(struct simt_line_counters *line, unsigned most)
{
    struct lines lines = {line, 0, most};
    const struct simt_barrier_line *barriers;
    unsigned barrier_count = simt_barrier_lines(&barriers);
    add_sites(&lines);
    for (unsigned i = 0; i < barrier_count; i++) {
        struct simt_counters *sum =
            at_line(&lines, simt_base_name(barriers[i].file), barriers[i].line);
        if (sum)
            sum->barriers += barriers[i].count;
    }
    unsigned stored = lines.count < most ? lines.count : most;
    qsort(line, stored, sizeof *line, by_line);
    return lines.count;
}
