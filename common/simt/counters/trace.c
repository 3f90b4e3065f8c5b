/* Records what the lanes do, and replays it warp by warp: see trace.h.
 *
 * In the replay the lanes that are furthest behind go next: those with the smallest position,
 * which is the code address of the call from the kernel, then of the call in that function, and
 * at last the instruction. The checked build keeps basic blocks in the order of the source and
 * tells of each, so that a lane which has gone round a loop is seen at the loop's end, behind
 * those that are still in its body, and all join again behind a branch as on a device. For the
 * same reason the nearest of the blocks to which lanes part begins right behind their branch,
 * and its place tells the branch's line.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "counters/barriers.h"
#include "counters/counters.h"
#include "counters/sites.h"
#include "counters/trace.h"
#include "counters/transactions.h"
#include "counters/work.h"
#include "checker/window.h"
#include "cuda/records.h"

/* A lane that has so many records lets its warp catch up; a warp then takes 2 MiB. The room of
 * the runtime's records has sizes of powers of two, of which so many words are left over. */
enum { LEFT_OVER = 3, RECORDS = 128 - LEFT_OVER, MOST_RECORDS = 8192 - LEFT_OVER };

bool simt_counting;
void (*simt_recorder)(unsigned warp, unsigned site, const struct simt_request *request);

void simt_count(bool on)
{
    simt_counting = on;
}

/* --- streams ------------------------------------------------------------------------------ */

/* Not in the heap, where host code would read what a kernel has told by its addresses. */
static void resize(struct simt_stream *stream, size_t records)
{
    size_t used = (size_t)(stream->next - stream->begin);
    stream->begin = simt_grow_record(stream->begin, used * sizeof *stream->begin,
                                     (records + 1) * sizeof *stream->begin);
    stream->next = stream->begin + used;
    stream->end = stream->begin + records;
}

static void double_room(struct simt_stream *stream)
{
    size_t records = (size_t)(stream->end - stream->begin);
    resize(stream, 2 * (records + LEFT_OVER) - LEFT_OVER);
}

static void take_stream(struct trace *trace, struct simt_stream *stream)
{
    if (trace->idle_count) {
        struct simt_stream *last = &trace->idle[--trace->idle_count];
        stream->begin = stream->next = last->begin;
        stream->end = last->end;
    } else {
        resize(stream, RECORDS);
    }
}

static void give_stream(struct trace *trace, struct simt_stream *stream)
{
    if (stream->begin)
        trace->idle[trace->idle_count++] = *stream;
    stream->begin = stream->next = stream->end = NULL;
}

/* --- sites -------------------------------------------------------------------------------- */

uint64_t simt_site_cache[SIMT_SITE_CACHE];

static uint64_t site_at(const void *code, const void *address, enum simt_trace_kind kind,
                        unsigned size, const struct simt_stream *stream)
{
    unsigned path = stream->path;
    uint64_t *known = &simt_site_cache[(uintptr_t)code % SIMT_SITE_CACHE];
    uint64_t key = simt_site_key(code, kind, size, path);
    uint64_t site = __atomic_load_n(known, __ATOMIC_ACQUIRE) ^ key;
    if (site > SIMT_MAX_SITES) {
        const void *block = stream->block ? __executable_start + stream->block : NULL;
        site = simt_site_at(code, kind, size, path, address, block);
        __atomic_store_n(known, key | site, __ATOMIC_RELEASE);
    }
    return site;
}

/* --- counting a request ------------------------------------------------------------------- */

static void count_shared(struct simt_tally *tally, const struct simt_request *request)
{
    struct simt_wavefronts cost = simt_wavefronts(request);
    tally->passes += cost.wavefronts;
    tally->phases += cost.phases;
}

static void count_atomic(struct simt_tally *tally, const struct simt_request *request)
{
    unsigned same = simt_same_address(request);
    tally->passes += same;
    tally->most = same > tally->most ? same : tally->most;
}

/* The first thread of the block does this. */
static void time_block(struct simt_timing *timing, enum simt_trace_kind kind, unsigned size)
{
    if (kind == SIMT_GLOBAL_LOAD)
        timing->loaded = true;
    if (kind == SIMT_GLOBAL_STORE && size == 4)
        timing->stored = true;
    if (kind != SIMT_CLOCK)
        return;
    if (timing->readings++ == 0)
        timing->begun_late = timing->loaded;
    else
        timing->has_timed |= timing->loaded;
    timing->loaded = timing->stored = false;
}

static void end_timing(struct trace *trace)
{
    const struct simt_timing *timing = &trace->timing;
    trace->timed.blocks += timing->readings > 0;
    trace->timed.once += timing->readings == 1;
    trace->timed.begun_late += timing->readings > 0 && timing->begun_late;
    trace->timed.ended_early += timing->readings > 0 && (timing->stored || timing->loaded);
    trace->timed.idle += timing->readings > 0 && !timing->has_timed;
    trace->timing = (struct simt_timing){0};
}

/* A word for all lanes costs as little as an operand, different ones a turn each. */
static bool lanes_differ(const struct simt_request *request)
{
    uint64_t differs = 0;
    for (unsigned i = 1; i < request->lanes; i++)
        differs |= request->address[i] ^ request->address[0];
    return differs;
}

static void count_constant(struct simt_tally *tally, const struct simt_request *request)
{
    tally->lanes += lanes_differ(request) ? request->lanes : 0;
}

/* Stores are no reads, and shared memory holds what others have read. Nor is a constant that
 * several lanes want together, such as a mask's: each thread has all of it for nothing. */
static bool is_read(enum simt_trace_kind kind, const struct simt_request *request)
{
    return kind == SIMT_GLOBAL_LOAD || kind == SIMT_GLOBAL_ATOMIC ||
           (kind == SIMT_UNCOUNTED && (request->lanes == 1 || lanes_differ(request)));
}

/* What leaves a sum where the block's others find it. */
static bool does_count(enum simt_trace_kind kind)
{
    return kind == SIMT_SHARED_STORE || kind == SIMT_SHARED_ATOMIC ||
           kind == SIMT_GLOBAL_ATOMIC;
}

static void count(struct trace *trace, unsigned warp, unsigned site,
                  const struct simt_request *request)
{
    struct simt_tally *tally = &trace->tally[site];
    enum simt_trace_kind kind = simt_sites[site].kind;
    if (warp == 0 && request->lanes && request->lane[0] == 0)
        time_block(&trace->timing, kind, request->size);
    if (is_read(kind, request))
        simt_block_work_read(&trace->work, warp, request);
    if (kind == SIMT_UNCOUNTED)
        count_constant(tally, request);
    if (kind == SIMT_BLOCK || kind == SIMT_UNCOUNTED || kind == SIMT_CLOCK)
        return;
    if (simt_recorder)
        simt_recorder(warp, site, request);
    tally->requests++;
    tally->lanes += request->lanes;
    tally->company += (uint64_t)request->lanes * request->lanes;
    if (kind == SIMT_GLOBAL_LOAD)
        simt_block_work_load(&trace->work, request);
    trace->work.shared_loads[warp] += kind == SIMT_SHARED_LOAD;
    trace->work.counted += does_count(kind) ? request->lanes : 0;
    if (kind <= SIMT_GLOBAL_STORE)
        tally->passes += simt_sectors(request);
    else if (kind <= SIMT_SHARED_STORE)
        count_shared(tally, request);
    else
        count_atomic(tally, request);
    if (kind == SIMT_GLOBAL_ATOMIC)
        simt_block_work_draw(&trace->work, request);
}

/* --- replay ------------------------------------------------------------------------------- */

/* The lanes of a warp that have records left. Lane i's next record is head[i][step]: lanes that
 * go together need one number to count on. */
struct replay {
    struct trace *trace;
    unsigned warp, lanes;
    size_t step;
    uint8_t lane[SIMT_WARP];
    const uint64_t *head[SIMT_WARP];
    unsigned open; /* lanes, as bits, that will have more records before the next meeting */
};

enum { NO_SITE = SIMT_MAX_SITES }; /* of the record behind the last */

static unsigned site_of(uint64_t record)
{
    return (unsigned)(record >> SIMT_ADDRESS_BITS);
}

static struct simt_stream *stream_of(const struct replay *replay, unsigned i)
{
    return &replay->trace->stream[replay->warp * SIMT_WARP + replay->lane[i]];
}

/* Records the block that a lane has come to, of which no more is to be expected. */
static void pass_block(struct trace *trace, struct simt_stream *stream)
{
    const void *code = __executable_start + stream->block;
    if (!stream->begin)
        take_stream(trace, stream);
    else if (stream->next == stream->end)
        double_room(stream);
    *stream->next++ = site_at(code, NULL, SIMT_BLOCK, 1, stream) << SIMT_ADDRESS_BITS;
    stream->block = 0;
}

/* False if it is not known of a lane where it is. */
static bool begin_replay(struct replay *replay)
{
    for (unsigned i = 0; i < SIMT_WARP; i++) {
        struct simt_stream *stream = &replay->trace->stream[replay->warp * SIMT_WARP + i];
        if (stream->block && !(replay->open >> i & 1))
            pass_block(replay->trace, stream);
        if (stream->next == stream->begin && replay->open >> i & 1)
            return false;
        if (stream->next == stream->begin)
            continue;
        *stream->next = (uint64_t)NO_SITE << SIMT_ADDRESS_BITS;
        replay->lane[replay->lanes] = (uint8_t)i;
        replay->head[replay->lanes++] = stream->begin;
    }
    return replay->lanes > 0;
}

/* A lane that will have more records keeps its last one: where it goes from there is not known.
 */
static bool runs_dry(const struct replay *replay)
{
    if (!replay->open)
        return false;
    for (unsigned i = 0; i < replay->lanes; i++)
        if (replay->open >> replay->lane[i] & 1 &&
            site_of(replay->head[i][replay->step + 1]) == NO_SITE)
            return true;
    return false;
}

/* True if all lanes are at the same site; then their addresses are in the request. */
static bool together(const struct replay *replay, struct simt_request *request)
{
    uint64_t first = replay->head[0][replay->step], differs = 0;
    for (unsigned i = 0; i < replay->lanes; i++) {
        uint64_t record = replay->head[i][replay->step];
        request->address[i] = record;
        differs |= record ^ first;
    }
    return site_of(differs) == 0;
}

/* The lanes of the request, which were at this site, go on apart. */
static void part(const struct replay *replay, unsigned site, const struct simt_request *request)
{
    struct simt_tally *tally = &replay->trace->tally[site];
    tally->divergent++;
    for (unsigned i = 0, k = 0; i < replay->lanes && k < request->lanes; i++) {
        unsigned next = site_of(replay->head[i][replay->step]);
        if (replay->lane[i] != request->lane[k])
            continue;
        if (next != NO_SITE)
            tally->behind = simt_nearer_block(site, next, tally->behind);
        k++;
    }
}

/* Steps of all lanes, which were at `site` before, until they go apart or end. Returns where
 * they were together last. Site 0 stands for none, and nobody reads its numbers. */
static unsigned step_together(struct replay *replay, unsigned site)
{
    struct simt_request request = {.lanes = replay->lanes};
    memcpy(request.lane, replay->lane, sizeof request.lane);
    while (together(replay, &request)) {
        unsigned next = site_of(request.address[0]);
        if (next == NO_SITE || runs_dry(replay))
            return site;
        site = next;
        request.size = simt_sites[site].size;
        count(replay->trace, replay->warp, site, &request);
        replay->step++;
    }
    part(replay, site, &request);
    return 0;
}

/* The site of the lanes that are furthest behind. */
static unsigned furthest_behind(const struct replay *replay)
{
    const uint16_t *rank = replay->trace->ranks.of;
    unsigned best = site_of(replay->head[0][replay->step]);
    for (unsigned i = 1; i < replay->lanes; i++) {
        unsigned site = site_of(replay->head[i][replay->step]);
        if (rank[site] < rank[best])
            best = site;
    }
    return best;
}

/* Moves on the lanes that are at this site, and puts them into the request. True if they do not
 * go on together. */
static bool move_on(struct replay *replay, unsigned site, struct simt_request *request)
{
    uint64_t differs = 0, next = 0;
    request->lanes = 0;
    for (unsigned i = 0; i < replay->lanes; i++) {
        uint64_t record = replay->head[i][replay->step];
        if (site_of(record) != site)
            continue;
        request->lane[request->lanes] = replay->lane[i];
        request->address[request->lanes] = record;
        replay->head[i]++;
        uint64_t then = replay->head[i][replay->step];
        next = request->lanes++ ? next : then;
        differs |= then ^ next;
    }
    return site_of(differs) != 0;
}

/* A step of those lanes that are furthest behind. */
static void step_apart(struct replay *replay)
{
    struct simt_request request;
    unsigned site = furthest_behind(replay);
    if (move_on(replay, site, &request))
        part(replay, site, &request);
    request.size = simt_sites[site].size;
    count(replay->trace, replay->warp, site, &request);
}

static void drop_ended(struct replay *replay)
{
    unsigned left = 0;
    for (unsigned i = 0; i < replay->lanes; i++) {
        bool ended = site_of(replay->head[i][replay->step]) == NO_SITE;
        if (ended)
            give_stream(replay->trace, stream_of(replay, i));
        replay->lane[left] = replay->lane[i];
        replay->head[left] = replay->head[i];
        left += !ended;
    }
    replay->lanes = left;
}

static void keep_rest(const struct replay *replay)
{
    for (unsigned i = 0; i < replay->lanes; i++) {
        struct simt_stream *stream = stream_of(replay, i);
        const uint64_t *rest = replay->head[i] + replay->step;
        size_t records = (size_t)(stream->next - rest);
        memmove(stream->begin, rest, records * sizeof *rest);
        stream->next = stream->begin + records;
    }
}

/* Lanes that have nothing to do between two barriers part from the others all the same. */
static unsigned see_idle(const struct replay *replay, const struct simt_warp_replay *warp)
{
    if (replay->lanes == (unsigned)__builtin_popcount(warp->alive) || warp->begun)
        return warp->site;
    struct simt_request request = {.lanes = replay->lanes};
    memcpy(request.lane, replay->lane, sizeof request.lane);
    part(replay, warp->site, &request);
    return 0;
}

static void replay_warp(struct trace *trace, unsigned number, unsigned open)
{
    struct simt_warp_replay *warp = &trace->warp[number];
    struct replay replay = {.trace = trace, .warp = number, .open = open};
    if (!begin_replay(&replay) || runs_dry(&replay))
        return;
    simt_rank_sites(&trace->ranks);
    warp->site = see_idle(&replay, warp);
    warp->begun = true;
    while (replay.lanes && !runs_dry(&replay)) {
        warp->site = step_together(&replay, warp->site);
        drop_ended(&replay);
        if (replay.lanes && !runs_dry(&replay))
            step_apart(&replay);
    }
    keep_rest(&replay);
}

/* --- meetings ----------------------------------------------------------------------------- */

static void replay_all(struct trace *trace, unsigned number)
{
    struct simt_warp_replay *warp = &trace->warp[number];
    replay_warp(trace, number, 0);
    warp->alive &= ~warp->returned;
    warp->begun = false;
}

/* Where lanes of a warp wait for each other, no more is known than from their basic blocks. */
void simt_trace_group(struct worker *worker, unsigned number, unsigned lanes,
                      enum simt_meeting meeting)
{
    struct simt_warp_replay *warp = &worker->trace->warp[number];
    if (meeting == SIMT_MET_AT_END)
        warp->returned |= lanes;
    if (meeting == SIMT_MET_AT_BARRIER && number == 0)
        simt_count_barrier(worker->barrier_file, simt_line_of(worker->barrier_line));
    if (meeting == SIMT_MET_AT_BARRIER ||
        (meeting == SIMT_MET_AT_END && warp->returned == warp->alive))
        replay_all(worker->trace, number);
    if (meeting == SIMT_MET_AT_END && number == 0 && !warp->alive)
        end_timing(worker->trace);
}

void simt_trace_rest(struct worker *worker)
{
    for (unsigned w = 0; worker->trace && w * SIMT_WARP < worker->threads; w++)
        replay_all(worker->trace, w);
}

static void begin_warp(struct trace *trace, unsigned warp, unsigned exists)
{
    trace->warp[warp] = (struct simt_warp_replay){.alive = exists};
    for (unsigned i = 0; i < SIMT_WARP; i++) {
        struct simt_stream *stream = &trace->stream[warp * SIMT_WARP + i];
        give_stream(trace, stream);
        stream->path = stream->stayed = 0;
        stream->block = 0;
    }
}

/* Whatever an abandoned block has left is forgotten. */
void simt_trace_begin(struct worker *worker)
{
    if (!worker->trace) {
        worker->trace = simt_new_pages(sizeof *worker->trace);
        worker->trace->stream = (struct simt_stream *)worker->stream;
    }
    simt_block_work_end_block(&worker->trace->work);
    worker->trace->timing = (struct simt_timing){0};
    worker->trace->work.warps = (worker->threads + SIMT_WARP - 1) / SIMT_WARP;
    for (unsigned i = 0; i * SIMT_WARP < worker->threads; i++)
        begin_warp(worker->trace, i, worker->warp[i].exists);
}

/* --- recording ---------------------------------------------------------------------------- */

/* Lanes of the warp that go on before the next meeting. */
static unsigned open_lanes(const struct worker *worker, unsigned number)
{
    const struct simt_warp_replay *warp = &worker->trace->warp[number];
    unsigned open = warp->alive & ~warp->returned;
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (at_barrier(worker, &worker->lane[number * SIMT_WARP + i]))
            open &= ~(1u << i);
    return open;
}

void simt_trace_until_now(struct worker *worker, unsigned number, unsigned lanes)
{
    replay_warp(worker->trace, number, open_lanes(worker, number) & ~lanes);
}

/* A lane that is far ahead lets the rest of its warp come, so that the streams can be replayed
 * up to where the last of them is. If that one waits for something, there must be more room. */
static __attribute__((noinline)) void make_room(struct worker *worker, struct lane *lane)
{
    struct simt_stream *stream = simt_stream_of(lane);
    unsigned warp = lane->seen.number / SIMT_WARP;
    if (!stream->begin) {
        take_stream(worker->trace, stream);
        return;
    }
    for (int tries = 0; stream->end - stream->begin >= MOST_RECORDS && tries < 4; tries++) {
        replay_warp(worker->trace, warp, open_lanes(worker, warp));
        if (stream->end - stream->next >= MOST_RECORDS / 2)
            return;
        simt_wait_in_warp(worker, lane);
    }
    if (stream->next == stream->end)
        double_room(stream);
}

static __attribute__((noinline)) void note_first(struct lane *lane, const void *code,
                                                 const void *address, enum simt_trace_kind kind,
                                                 unsigned size)
{
    struct simt_stream *stream = simt_stream_of(lane);
    uint64_t site = site_at(code, address, kind, size, stream);
    stream->block = 0;
    if (stream->next == stream->end)
        make_room(worker_of(lane), lane);
    *stream->next++ = site << SIMT_ADDRESS_BITS | (uintptr_t)address;
}

static inline void note(struct lane *lane, const void *code, const void *address,
                        enum simt_trace_kind kind, unsigned size)
{
    if (!simt_note_again(simt_stream_of(lane), code, address, kind, size))
        note_first(lane, code, address, kind, size);
}

void simt_trace_pass(struct lane *lane, const void *next)
{
    struct simt_stream *stream = simt_stream_of(lane);
    note(lane, __executable_start + stream->block, NULL, SIMT_BLOCK, 1);
    stream->block = next ? simt_code_offset(next) : 0;
}

/* What calls itself very often stays on the path that it has, and returns as often. */
void simt_trace_enter(struct lane *lane, const void *call)
{
    struct simt_stream *stream = simt_stream_of(lane);
    if (stream->block)
        simt_trace_pass(lane, NULL);
    uint16_t path = stream->stayed ? 0 : simt_longer_path(stream->path, call);
    if (path)
        stream->path = path;
    else
        stream->stayed++;
}

void simt_trace_leave(struct lane *lane)
{
    struct simt_stream *stream = simt_stream_of(lane);
    if (stream->block)
        simt_trace_pass(lane, NULL);
    if (stream->stayed)
        stream->stayed--;
    else
        stream->path = simt_parent_path(stream->path);
}

/* Variables of the device lie outside the window. */
static inline enum simt_trace_kind kind_of(enum simt_access access, const void *address)
{
    bool shared = simt_in_window((uintptr_t)address) && simt_is_shared((uintptr_t)address);
    if (access == SIMT_ATOMIC)
        return shared ? SIMT_SHARED_ATOMIC : SIMT_GLOBAL_ATOMIC;
    bool store = access == SIMT_WRITE || access == SIMT_VOLATILE_WRITE;
    return (shared ? SIMT_SHARED_LOAD : SIMT_GLOBAL_LOAD) + store;
}

void simt_trace_access(struct lane *lane, const void *code, const void *address, unsigned size,
                       enum simt_access access)
{
    note(lane, code, address, kind_of(access, address), size);
}

void simt_trace_clock(struct lane *lane, const void *code)
{
    note(lane, code, NULL, SIMT_CLOCK, 1);
}

/* A device accesses a structure of 8 or 12 bytes by words, one of 24 by two words at a time. Of
 * 16 bytes it is not known here whether they are aligned, as those of a float4 are. */
void simt_trace_range(struct lane *lane, const void *code, const void *address, size_t size,
                      enum simt_access access)
{
    size_t piece = size == 8 ? 4 : size & -size;
    piece = piece > 16 ? 16 : piece;
    for (size_t at = 0; at < size; at += piece)
        note(lane, (const char *)code + at / piece, (const char *)address + at,
             kind_of(access, address), (unsigned)piece);
}
