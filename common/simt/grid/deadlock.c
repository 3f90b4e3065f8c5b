/* Reports of blocks that cannot go on: who waits where, by groups.
 *
 * - simt_divergent_barrier()  all are at barriers, or have returned, but not at the same one
 * - simt_deadlock()           nobody may run: masks that do not agree, lanes that have left
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "grid/grid.h"
#include "grid/observer.h"
#include "grid/lines.h"
#include "grid/text.h"

/* --- text --------------------------------------------------------------------------------- */

static void add_threads(struct text *text, unsigned count, unsigned first)
{
    add(text, "%u thread%s (first: thread %u)", count, count == 1 ? "" : "s", first);
}

const char *simt_warp_op_name(enum simt_warp_op op)
{
    static const char *const names[] = {
        [SIMT_SYNCWARP] = "__syncwarp",
        [SIMT_ACTIVEMASK] = "__activemask",
        [SIMT_SHFL] = "__shfl_sync",
        [SIMT_SHFL_UP] = "__shfl_up_sync",
        [SIMT_SHFL_DOWN] = "__shfl_down_sync",
        [SIMT_SHFL_XOR] = "__shfl_xor_sync",
        [SIMT_ALL] = "__all_sync",
        [SIMT_ANY] = "__any_sync",
        [SIMT_UNI] = "__uni_sync",
        [SIMT_BALLOT] = "__ballot_sync",
        [SIMT_MATCH_ANY] = "__match_any_sync",
        [SIMT_MATCH_ALL] = "__match_all_sync",
        [SIMT_REDUCE_ADD] = "__reduce_add_sync",
        [SIMT_REDUCE_MIN_SIGNED] = "__reduce_min_sync",
        [SIMT_REDUCE_MAX_SIGNED] = "__reduce_max_sync",
        [SIMT_REDUCE_MIN] = "__reduce_min_sync",
        [SIMT_REDUCE_MAX] = "__reduce_max_sync",
        [SIMT_REDUCE_AND] = "__reduce_and_sync",
        [SIMT_REDUCE_OR] = "__reduce_or_sync",
        [SIMT_REDUCE_XOR] = "__reduce_xor_sync",
    };
    return names[op];
}

/* --- groups ------------------------------------------------------------------------------- */

/* Most lanes at a barrier have noted its line alone: see simt_barrier(). */
const char *simt_waiting_file(const struct worker *worker, const struct lane *lane)
{
    bool with_first = at_barrier(worker, lane) && lane->seen.line == worker->barrier_line;
    return with_first ? worker->barrier_file : lane->file;
}

static bool same_group(const struct worker *worker, const struct lane *a, const struct lane *b)
{
    if (has_returned(a) || has_returned(b))
        return has_returned(a) && has_returned(b);
    if (at_barrier(worker, a) != at_barrier(worker, b))
        return false;
    if (in_warp_op(a) && !same_call(a, b))
        return false;
    return a->seen.line == b->seen.line &&
           strcmp(simt_waiting_file(worker, a), simt_waiting_file(worker, b)) == 0;
}

static bool begins_group(const struct worker *worker, unsigned number)
{
    for (unsigned i = 0; i < number; i++)
        if (same_group(worker, &worker->lane[i], &worker->lane[number]))
            return false;
    return true;
}

static unsigned group_size(const struct worker *worker, unsigned first)
{
    unsigned count = 0;
    for (unsigned i = first; i < worker->threads; i++)
        count += same_group(worker, &worker->lane[i], &worker->lane[first]);
    return count;
}

static void add_place(struct text *text, const struct worker *worker, const struct lane *lane,
                      unsigned count)
{
    if (has_returned(lane)) {
        add(text, " %s returned", count == 1 ? "has" : "have");
        return;
    }
    add(text, " wait%s at %s:%d", count == 1 ? "s" : "",
        simt_base_name(simt_waiting_file(worker, lane)), simt_line_of(lane->seen.line));
    if (lane->seen.line != simt_line_of(lane->seen.line))
        add(text, " (barrier %d of that line)", simt_barrier_of(lane->seen.line));
    if (in_warp_op(lane))
        add(text, " in %s with mask 0x%08x", simt_warp_op_name(call_of(lane)->op),
            call_of(lane)->mask);
    else if (worker->missing)
        add(text, " in __syncthreads");
}

/* "16 threads (first: thread 0) wait at tiled.cu:31, 240 threads (first: thread 16) wait at
 * tiled.cu:38" */
static void add_groups(struct text *text, const struct worker *worker)
{
    enum { SHOWN = 6 };
    unsigned groups = 0;
    for (unsigned i = 0; i < worker->threads; i++) {
        if (!begins_group(worker, i))
            continue;
        if (++groups > SHOWN)
            continue;
        unsigned count = group_size(worker, i);
        add(text, "%s", groups == 1 ? "" : ", ");
        add_threads(text, count, i);
        add_place(text, worker, &worker->lane[i], count);
    }
    if (groups > SHOWN)
        add(text, ", and %u more groups", groups - SHOWN);
}

/* --- barriers ----------------------------------------------------------------------------- */

static void add_block(struct text *text, const struct worker *worker)
{
    uint3 block = worker->block.index;
    add(text, "block (%u,%u,%u)", block.x, block.y, block.z);
}

static unsigned first_returned(const struct worker *worker)
{
    unsigned i = 0;
    while (!has_returned(&worker->lane[i]))
        i++;
    return i;
}

/* "barrier after an early return, or in an if or loop that not all threads take: 12 threads of
 * block (3,0,0) have returned (first: thread 244), 244 wait at scan.cu:18; ...". Threads that
 * went round the barrier have mostly returned, too, when the others are found waiting. */
static void add_early_return(struct text *text, const struct worker *worker)
{
    unsigned returned = worker->threads - worker->live;
    add(text,
        "barrier after an early return, or in an if or loop that not all threads take: "
        "%u thread%s of ",
        returned, returned == 1 ? "" : "s");
    add_block(text, worker);
    add(text, " %s returned (first: thread %u), %u wait%s at %s:%d",
        returned == 1 ? "has" : "have", first_returned(worker), worker->live,
        worker->live == 1 ? "s" : "", simt_base_name(worker->barrier_file),
        simt_line_of(worker->barrier_line));
    add(text, "; let every thread reach the barrier and guard only the loads and stores");
}

static void add_divergence(struct text *text, const struct worker *worker)
{
    add(text, "divergent barrier: ");
    add_groups(text, worker);
    add(text, "; every thread of ");
    add_block(text, worker);
    add(text, " must reach the same __syncthreads()");
}

void simt_tell(enum finding_kind kind, const void *code, const char *text)
{
    if (simt_observer)
        simt_observer->found(kind, code, text);
}

_Noreturn void simt_misuse(enum finding_kind kind, const char *format, ...)
{
    char text[SIMT_TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    simt_tell(kind, NULL, text);
    simt_abandon(cudaErrorLaunchFailure, NULL, 0, "%s", text);
}

_Noreturn void simt_divergent_barrier(struct worker *worker)
{
    char bytes[SIMT_TEXT_BYTES] = "";
    struct text text = {bytes, sizeof bytes, 0};
    if (worker->divergent)
        add_divergence(&text, worker);
    else
        add_early_return(&text, worker);
    simt_misuse(FOUND_BARRIER, "%s", text.bytes);
}

/* --- warps -------------------------------------------------------------------------------- */

/* The lowest lane that `lane` waits for in vain and for which `wrong` holds, or NULL. */
static const struct lane *waits_for(const struct lane *lane,
                                    bool (*wrong)(const struct lane *lane,
                                                  const struct lane *other))
{
    const struct lane *first = lane - lane->seen.number % SIMT_WARP;
    unsigned group = call_of(lane)->mask & warp_of(lane)->exists;
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (group >> i & 1 && wrong(lane, first + i))
            return first + i;
    return NULL;
}

static bool left(const struct lane *lane, const struct lane *other)
{
    (void)lane;
    return has_returned(other);
}

static bool disagrees(const struct lane *lane, const struct lane *other)
{
    return in_warp_op(other) && !same_call(lane, other);
}

static void add_thread(struct text *text, const struct lane *lane)
{
    uint3 block = lane->seen.block->index;
    add(text, "thread %u of block (%u,%u,%u)", lane->seen.number, block.x, block.y, block.z);
}

static void add_call(struct text *text, const struct lane *lane)
{
    add(text, "%s at %s:%d with mask 0x%08x", simt_warp_op_name(call_of(lane)->op),
        simt_base_name(lane->file), lane->seen.line, call_of(lane)->mask);
}

static void add_left(struct text *text, const struct lane *lane, const struct lane *other)
{
    add_call(text, lane);
    add(text, ", called by ");
    add_thread(text, lane);
    add(text,
        ": the mask names thread %u, which has returned; name only lanes that make the call",
        other->seen.number);
}

static void add_disagreement(struct text *text, const struct lane *lane,
                             const struct lane *other)
{
    add(text, "lanes of a warp disagree: ");
    add_thread(text, lane);
    add(text, " waits in ");
    add_call(text, lane);
    add(text, " for thread %u, which waits in ", other->seen.number);
    add_call(text, other);
    add(text, "; all lanes of a mask must make the same call with the same mask");
}

static bool add_warp_fault(struct text *text, const struct lane *lane)
{
    if (!in_warp_op(lane))
        return false;
    const struct lane *other = waits_for(lane, left);
    if (other)
        add_left(text, lane, other);
    else if ((other = waits_for(lane, disagrees)))
        add_disagreement(text, lane, other);
    return other != NULL;
}

_Noreturn void simt_deadlock(struct worker *worker)
{
    char bytes[SIMT_TEXT_BYTES] = "";
    struct text text = {bytes, sizeof bytes, 0};
    bool found = false;
    for (unsigned i = 0; i < worker->threads && !found; i++)
        found = add_warp_fault(&text, &worker->lane[i]);
    if (!found) {
        add(&text, "deadlock in ");
        add_block(&text, worker);
        add(&text, ": ");
        add_groups(&text, worker);
    }
    simt_misuse(found ? FOUND_MASK : FOUND_DEADLOCK, "%s", text.bytes);
}
