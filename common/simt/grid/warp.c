/* Warp operations: shuffles, votes, matches, reductions, __syncwarp() and __activemask().
 *
 * A lane waits until all lanes of its mask wait with the same operation and the same mask; the
 * one that completes the group works out every lane's result. Lanes that the block does not
 * have (a last warp of 16) are not waited for. What a shuffle reads from a lane outside of the
 * group is undefined on a device; here it is junk, so that nobody comes to rely on it.
 */
#include <string.h>
#include <stdio.h>
#include "grid/grid.h"
#include "grid/observer.h"
#include "grid/lines.h"

static struct lane *warp_lane(struct lane *lane, unsigned number)
{
    return lane - lane->seen.number % SIMT_WARP + number;
}

/* --- results ------------------------------------------------------------------------------ */

/* The lane that lane `self` of a warp reads by a shuffle. A lane that has no source in its
 * segment reads itself. As in PTX: five bits of the argument count; xor may read an earlier
 * segment, not a later one. */
static inline unsigned shuffle_source(enum simt_warp_op op, unsigned self,
                                      const struct call *call)
{
    unsigned argument = call->argument % SIMT_WARP, others = (unsigned)(call->width - 1);
    unsigned first = self & ~others, last = first + others;
    unsigned source = op == SIMT_SHFL        ? first + (argument & others)
                      : op == SIMT_SHFL_UP   ? self - argument
                      : op == SIMT_SHFL_DOWN ? self + argument
                                             : self ^ argument;
    bool outside = op == SIMT_SHFL_UP ? self < first + argument : source > last;
    return outside ? self : source;
}

static void tell_stray_shuffle(const struct lane *lane)
{
    char text[400];
    snprintf(text, sizeof text,
             "%s at %s:%d reads lanes that its mask 0x%08x does not name or that "
             "the block does not have: what they give is undefined",
             simt_warp_op_name(call_of(lane)->op), simt_base_name(lane->file), lane->seen.line,
             call_of(lane)->mask);
    simt_tell(FOUND_NOTE, NULL, text);
}

static unsigned long long stray_value(const struct lane *lane)
{
    if (simt_observer)
        tell_stray_shuffle(lane);
    return (unsigned long long)SIMT_JUNK << 32 | SIMT_JUNK;
}

/* Gives each lane of the group what it reads. The operation is a constant where this is
 * called, so that nobody asks for it in each lane. */
static inline __attribute__((always_inline)) void shuffle(enum simt_warp_op op,
                                                          struct lane *lane, unsigned group)
{
    struct lane *warp = warp_lane(lane, 0);
    struct call *calls = call_of(warp);
    for (unsigned i = 0; i < SIMT_WARP; i++) {
        if (!(group >> i & 1))
            continue;
        unsigned source = shuffle_source(op, i, &calls[i]);
        calls[i].result = group >> source & 1 ? calls[source].value : stray_value(&warp[i]);
    }
}

/* The lanes of the group with a value that is not 0. */
static unsigned ballot(struct lane *lane, unsigned group)
{
    unsigned votes = 0;
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (group >> i & 1 && call_of(warp_lane(lane, i))->value)
            votes |= 1u << i;
    return votes;
}

/* The lanes of the group with this lane's value. */
static unsigned matching(struct lane *lane, unsigned group)
{
    unsigned matches = 0;
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (group >> i & 1 && call_of(warp_lane(lane, i))->value == call_of(lane)->value)
            matches |= 1u << i;
    return matches;
}

static unsigned combine(enum simt_warp_op op, unsigned a, unsigned b)
{
    switch (op) {
    case SIMT_REDUCE_ADD:
        return a + b;
    case SIMT_REDUCE_MIN_SIGNED:
        return (int)b < (int)a ? b : a;
    case SIMT_REDUCE_MAX_SIGNED:
        return (int)b > (int)a ? b : a;
    case SIMT_REDUCE_MIN:
        return b < a ? b : a;
    case SIMT_REDUCE_MAX:
        return b > a ? b : a;
    case SIMT_REDUCE_AND:
        return a & b;
    case SIMT_REDUCE_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static unsigned reduced(struct lane *lane, unsigned group)
{
    unsigned first = (unsigned)__builtin_ctz(group);
    unsigned total = (unsigned)call_of(warp_lane(lane, first))->value;
    for (unsigned i = first + 1; i < SIMT_WARP; i++)
        if (group >> i & 1)
            total =
                combine(call_of(lane)->op, total, (unsigned)call_of(warp_lane(lane, i))->value);
    return total;
}

static unsigned long long result_of(struct lane *lane, unsigned group)
{
    unsigned votes;
    switch (call_of(lane)->op) {
    case SIMT_SYNCWARP:
        return 0;
    case SIMT_ACTIVEMASK:
        return group;
    case SIMT_ALL:
        return ballot(lane, group) == group;
    case SIMT_ANY:
        return ballot(lane, group) != 0;
    case SIMT_UNI:
        votes = ballot(lane, group);
        return votes == 0 || votes == group;
    case SIMT_BALLOT:
        return ballot(lane, group);
    case SIMT_MATCH_ANY:
        return matching(lane, group);
    case SIMT_MATCH_ALL:
        return matching(lane, group) == group ? group : 0;
    default:
        return reduced(lane, group);
    }
}

static void give_results(struct lane *lane, unsigned group)
{
    switch (call_of(lane)->op) {
    case SIMT_SHFL:
        shuffle(SIMT_SHFL, lane, group);
        break;
    case SIMT_SHFL_UP:
        shuffle(SIMT_SHFL_UP, lane, group);
        break;
    case SIMT_SHFL_DOWN:
        shuffle(SIMT_SHFL_DOWN, lane, group);
        break;
    case SIMT_SHFL_XOR:
        shuffle(SIMT_SHFL_XOR, lane, group);
        break;
    default:
        for (unsigned i = 0; i < SIMT_WARP; i++)
            if (group >> i & 1)
                call_of(warp_lane(lane, i))->result = result_of(warp_lane(lane, i), group);
    }
}

/* --- groups ------------------------------------------------------------------------------- */

/* All of the group wait: gives each its result and makes it ready. */
static void release(struct lane *lane, unsigned group)
{
    struct lane *warp = warp_lane(lane, 0);
    give_results(lane, group);
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (group >> i & 1)
            warp[i].ready_at = 0;
    warp_of(lane)->waiting &= ~group;
    if (simt_observer && call_of(lane)->op == SIMT_SYNCWARP)
        simt_observer->warp_met(worker_of(lane), lane->seen.number / SIMT_WARP, group);
}

/* Whom this lane waits for: its mask, less lanes that do not exist or that may be missing. */
static unsigned group_of(struct lane *lane)
{
    unsigned group = call_of(lane)->mask & warp_of(lane)->exists;
    if (simt_pool.tolerate_exited)
        for (unsigned i = 0; i < SIMT_WARP; i++)
            if (group >> i & 1 && has_returned(warp_lane(lane, i)))
                group &= ~(1u << i);
    return group;
}

/* Releases the lane's group if it is complete. Lanes that wait with another mask may be in an
 * operation of their own and come later; if not, it ends as a deadlock. */
static void settle(struct lane *lane)
{
    unsigned group = group_of(lane);
    const struct call *calls = call_of(warp_lane(lane, 0)), *call = call_of(lane);
    if (group & ~warp_of(lane)->waiting)
        return;
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (group >> i & 1 && (calls[i].op != call->op || calls[i].mask != call->mask))
            return;
    release(lane, group);
}

void simt_settle_warp(struct lane *returned)
{
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (warp_of(returned)->waiting >> i & 1 &&
            call_of(warp_lane(returned, i))->op != SIMT_ACTIVEMASK)
            settle(warp_lane(returned, i));
}

/* --- __activemask() ----------------------------------------------------------------------- */

/* The lanes of the warp that ask in the same line as this one, and have come the same way. */
static unsigned asking_with(struct lane *lane)
{
    unsigned group = 0;
    for (unsigned i = 0; i < SIMT_WARP; i++) {
        const struct lane *other = warp_lane(lane, i);
        if (warp_of(lane)->waiting >> i & 1 && call_of(other)->op == SIMT_ACTIVEMASK &&
            other->seen.line == lane->seen.line &&
            call_of(other)->value == call_of(lane)->value)
            group |= 1u << i;
    }
    return group;
}

/* A device answers with the lanes that happen to run together. Here these are as many as can
 * come: all that have reached the line when nobody else in the block can go on. */
bool simt_settle_activemask(struct worker *worker)
{
    bool settled = false;
    for (unsigned i = 0; i < worker->threads; i++) {
        struct lane *lane = &worker->lane[i];
        if (!in_warp_op(lane) || call_of(lane)->op != SIMT_ACTIVEMASK)
            continue;
        unsigned group = asking_with(lane);
        release(lane, group);
        worker->asking -= (unsigned)__builtin_popcount(group);
        settled = true;
    }
    return settled;
}

/* --- the operation ------------------------------------------------------------------------ */

static bool call_is_right(const struct call *call, unsigned self)
{
    return call->mask >> self & 1 && call->width >= 1 && call->width <= SIMT_WARP &&
           (call->width & (call->width - 1)) == 0;
}

static _Noreturn void refuse_call(const struct lane *lane)
{
    char who[SIMT_WHO_BYTES];
    unsigned self = lane->seen.number % SIMT_WARP;
    const char *file = simt_base_name(lane->file);
    simt_who(who, lane->seen.index, lane->seen.block->index);
    if (!(call_of(lane)->mask >> self & 1))
        simt_misuse(FOUND_MASK,
                    "%s at %s:%d: %s is lane %u of its warp, and the mask 0x%08x that it "
                    "gives does not name it",
                    simt_warp_op_name(call_of(lane)->op), file, lane->seen.line, who, self,
                    call_of(lane)->mask);
    simt_misuse(
        FOUND_MASK, "%s at %s:%d: a width of %d, by %s; it must be 1, 2, 4, 8, 16 or 32",
        simt_warp_op_name(call_of(lane)->op), file, lane->seen.line, call_of(lane)->width, who);
}

unsigned long long simt_warp(enum simt_warp_op op, unsigned mask, unsigned long long value,
                             unsigned argument, int width, const char *file, int line)
{
    struct lane *lane = running_lane();
    struct worker *worker = worker_of(lane);
    struct call *call = call_of(lane);
    unsigned self = lane->seen.number % SIMT_WARP;
    call->op = op;
    call->mask = mask;
    call->value = op == SIMT_ACTIVEMASK
                      ? simt_call_path(__builtin_return_address(0), __builtin_dwarf_cfa())
                      : value;
    call->argument = argument;
    call->width = width;
    lane->file = file;
    lane->seen.line = line;
    if (!call_is_right(call, self))
        refuse_call(lane);
    lane->ready_at = worker->never;
    warp_of(lane)->waiting |= 1u << self;
    if (op == SIMT_ACTIVEMASK)
        worker->asking++;
    else
        settle(lane);
    if (lane->ready_at == worker->never)
        simt_wait_in_warp(worker, lane);
    return call->result;
}
