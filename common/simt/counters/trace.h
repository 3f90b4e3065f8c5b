/* The counters' inner contract. C11; private to the CPU backend.
 *
 * Each lane's accesses, and the basic blocks that it passes, are recorded as the hooks tell
 * them (checker/hooks.c). When all lanes of a warp have met at a barrier, or have returned,
 * their streams are replayed together as a device would have run them, and what each request
 * costs is counted at its site.
 *
 * Each worker records and counts for itself; the sites are known to all.
 */
#ifndef SIMT_TRACE_H
#define SIMT_TRACE_H

#include <stddef.h>
#include <stdatomic.h>
#include "counters/access.h"
#include "counters/counters.h"
#include "counters/sites.h"
#include "counters/work.h"
#include "grid/grid.h"
#include "grid/lines.h"

/* --- what a worker has -------------------------------------------------------------------- */

enum { SIMT_SITE_CACHE = 2048 };

/* Of a lane. A record is 8 bytes: the site's number above the SIMT_ADDRESS_BITS of the address.
 */
struct simt_stream {
    _Alignas(64) uint64_t *next;
    uint64_t *end; /* there is room for one record more behind it */
    uint64_t *begin;
    unsigned block; /* the basic block that it has come to, as simt_code_offset(), until it does
                       something there, which tells as much: then 0 */
    uint16_t path;  /* by which calls the lane came to where it is */
    uint16_t stayed; /* so many calls deeper, see simt_trace_enter() */
};
_Static_assert(sizeof(struct simt_stream) == sizeof(struct lane),
               "found by the lane's address");

/* What a site has cost. */
struct simt_tally {
    uint64_t requests, lanes;
    uint64_t company; /* of each request the square of its lanes */
    uint64_t passes;  /* sectors, wavefronts, or lanes at the same address */
    uint64_t phases;  /* of shared loads and stores */
    uint64_t most;    /* passes of one atomic request */
    uint64_t divergent;
    const void *behind; /* the branch where lanes part: the return address of the next hook */
};

struct simt_warp_replay {
    unsigned alive;    /* lanes that had not returned at the last meeting */
    unsigned returned; /* lanes that have since */
    unsigned site;     /* where all of them were together last; 0 if they were not */
    bool begun;        /* what came after the last meeting has been replayed in part */
};

/* What the first thread of a block has done so far, from one reading of its clock to the next.
 */
struct simt_timing {
    unsigned readings;
    bool loaded, stored;        /* since the last reading */
    bool begun_late, has_timed; /* something before the first, something between two */
};

struct trace {
    struct simt_stream *stream; /* the worker's */
    struct simt_warp_replay warp[SIMT_MAX_WARPS];
    struct simt_stream
        idle[SIMT_MAX_THREADS]; /* that no lane has; used last, in the cache still */
    unsigned idle_count;

    struct simt_block_work work; /* of this block, and of those before */
    struct simt_timing timing;
    struct simt_timed_blocks timed;
    struct simt_ranks ranks;
    struct simt_tally tally[SIMT_MAX_SITES + 1]; /* by site */
};

/* --- what the checker tells --------------------------------------------------------------- */

/* True while somebody counts: then each access of a lane is told before it happens, accesses to
 * its own stack excepted, and so is each meeting of lanes of a warp. */
extern bool simt_counting;
void simt_trace_access(struct lane *lane, const void *code, const void *address, unsigned size,
                       enum simt_access kind);

/* One of any size, and of less alignment than that. */
void simt_trace_range(struct lane *lane, const void *code, const void *address, size_t size,
                      enum simt_access kind);
enum simt_meeting { SIMT_MET_IN_WARP, SIMT_MET_AT_BARRIER, SIMT_MET_AT_END };
void simt_trace_group(struct worker *worker, unsigned warp, unsigned lanes,
                      enum simt_meeting meeting);

/* A lane reads clock64(). */
void simt_trace_clock(struct lane *lane, const void *code);

/* The lane leaves the basic block of its stream, in which it has done nothing, and comes to the
 * next, or NULL; it enters a function that was called from `call`, and leaves it. */
void simt_trace_pass(struct lane *lane, const void *next);
void simt_trace_enter(struct lane *lane, const void *call);
void simt_trace_leave(struct lane *lane);

/* Who is told each request of a warp that is counted, before it is; NULL for nobody, as long as
 * no replay is asked for. Set before main(). */
extern void (*simt_recorder)(unsigned warp, unsigned site, const struct simt_request *request);

/* For a replay: what these lanes of a warp, which have met, have done so far is told to the
 * recorder. The others are taken for such as go on. */
void simt_trace_until_now(struct worker *worker, unsigned warp, unsigned lanes);

/* What lanes of a block that was abandoned have left behind is counted, too. Nobody runs. */
void simt_trace_rest(struct worker *worker);

/* A block begins. */
void simt_trace_begin(struct worker *worker);

/* --- recording ---------------------------------------------------------------------------- */

static inline struct simt_stream *simt_stream_of(const struct lane *lane)
{
    return (struct simt_stream *)((char *)lane + offsetof(struct worker, stream) -
                                  offsetof(struct worker, lane));
}

/* The sites that were met last, by their code: above the site's number what it is told by. A
 * size is a power of two. Whoever finds a number here finds its site in simt_sites. */
extern uint64_t simt_site_cache[SIMT_SITE_CACHE];

static inline uint64_t simt_site_key(const void *code, enum simt_trace_kind kind, unsigned size,
                                     unsigned path)
{
    unsigned rest = path << 24 | kind << 20 | (unsigned)__builtin_ctz(size) << 16;
    return (uint64_t)(uintptr_t)code << 32 | rest;
}

/* Records an access at a site that has been met before; false if there is more to do. */
static inline bool simt_note_again(struct simt_stream *stream, const void *code,
                                   const void *address, enum simt_trace_kind kind,
                                   unsigned size)
{
    uint64_t site =
        __atomic_load_n(&simt_site_cache[(uintptr_t)code % SIMT_SITE_CACHE], __ATOMIC_ACQUIRE);
    site ^= simt_site_key(code, kind, size, stream->path);
    if (site > SIMT_MAX_SITES || stream->next == stream->end)
        return false;
    stream->block = 0;
    *stream->next++ = site << SIMT_ADDRESS_BITS | (uintptr_t)address;
    return true;
}

#endif
