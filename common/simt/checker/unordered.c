/* Who touches what while work is open: see unordered.h. */
#define _GNU_SOURCE
#include "checker/unordered.h"
#include <pthread.h>
#include <sys/mman.h>
#include "checker/block_state.h"
#include "checker/findings.h"
#include "checker/window.h"
#include "cuda/memory.h"
#include "cuda/queue.h"
#include "cuda/records.h"
#include "cuda/variables.h"

enum {
    MOST_NOTES = 1 << 21,
    HEADS = 1 << 20,
    MOST_RANGES = 1024,
    MOST_TOLD = 256, /* of one copy */
    FEW_BYTES = 64,  /* of what is noted word by word */
    MANY_TIMES = 64, /* that the host asks for a word */
    HOST = SIMT_PLACES,
};

/* Who, and which of the work of a stream it was; of the host, how much had been issued. */
struct actor {
    unsigned place;
    unsigned long long number;
    unsigned flags; /* of the host: how many flags it had set; of a block: before which of these
                       lies what it has learnt */
    bool locked;    /* a function of the host that holds a lock */
    struct simt_side side;
};

struct note {
    uintptr_t word;
    struct actor actor;
    unsigned char bytes; /* of the word, one bit each */
    unsigned next;       /* in the list of its head, 0 at the end */
};

struct range {
    uintptr_t at;
    size_t pitch, width, height;
    struct actor actor;
};

bool simt_is_noting;
static _Thread_local int locks;
static bool keeps_all, keeps_visible;
static const char *launch_file;
static int launch_line;

static struct note *notes; /* from 1 on */
static unsigned *heads, note_count, range_count, oldest_range;
static struct range ranges[MOST_RANGES];
static unsigned long long rests;
static unsigned host_flags; /* words that the host has written as flags */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* --- what the host may touch as well ------------------------------------------------------ */

static bool is_managed_variable(uintptr_t address)
{
    const struct simt_variable *v = simt_nearest_variable(simt_device_variables(), address);
    return v && !v->unseen && address - v->begin < v->bytes;
}

bool simt_is_visible(const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    if (simt_in_window(address))
        return address >= SIMT_OPEN_SLOT && address < SIMT_SYMBOL_SLOT;
    return is_managed_variable(address) || simt_is_pinned(pointer);
}

void simt_host_locks(int more)
{
    locks = locks + more > 0 ? locks + more : 0;
}

/* --- order -------------------------------------------------------------------------------- */

/* Before what `now` does now. What the host has done before the work was issued is. */
static bool is_before(const struct actor *a, const struct actor *now)
{
    const struct simt_job *job = now->place == HOST ? NULL : simt_running_job;
    if (a->place == HOST)
        return !job || job->number > a->number || a->flags < now->flags;
    return job ? simt_is_over_before(job, a->place, a->number)
               : simt_is_over_for_host(a->place, a->number);
}

/* Atomic or volatile: what flags are made of. */
static bool is_strong(enum simt_access kind)
{
    return kind != SIMT_READ && kind != SIMT_WRITE;
}

static bool conflict(const struct actor *a, const struct actor *b)
{
    enum simt_access x = a->side.kind, y = b->side.kind;
    return !(simt_is_read(x) && simt_is_read(y)) && !(is_strong(x) && is_strong(y)) &&
           !(a->locked && b->locked) && !is_before(a, b);
}

static struct actor actor_of_job(enum simt_access kind, const void *code)
{
    static const enum simt_doer doers[] = {[SIMT_KERNEL] = SIMT_THREAD,
                                           [SIMT_COPY] = SIMT_COPIER,
                                           [SIMT_SET] = SIMT_SETTER,
                                           [SIMT_FREE] = SIMT_FREER,
                                           [SIMT_HOST_FUNCTION] = SIMT_CALLBACK,
                                           [SIMT_FOR_CALLER] = SIMT_CALLERS_COPY};
    const struct simt_job *job = simt_running_job;
    return (struct actor){job->place,
                          job->number,
                          0,
                          job->work.sort == SIMT_HOST_FUNCTION && locks > 0,
                          {.code = code, .kind = kind, .doer = doers[job->work.sort]}};
}

static struct actor actor_on_host(enum simt_access kind, const void *code)
{
    if (simt_runs_job())
        return actor_of_job(kind, code);
    return (struct actor){HOST,
                          simt_jobs_issued(),
                          host_flags,
                          locks > 0,
                          {.code = code, .kind = kind, .doer = code ? SIMT_HOST : SIMT_CALLER}};
}

static void report(const struct actor *a, const struct actor *b, uintptr_t at, unsigned size)
{
    simt_report(&(struct simt_event){.kind = FOUND_RACE,
                                     .side = {a->side, b->side},
                                     .address = (const void *)at,
                                     .word = at & ~(uintptr_t)3,
                                     .size = size,
                                     .unordered = true});
}

/* --- notes -------------------------------------------------------------------------------- */

/* What happened before the host last waited for all is before whatever comes. */
static void forget_ordered(void)
{
    if (!notes) {
        notes = simt_new_pages(MOST_NOTES * sizeof *notes);
        heads = simt_new_pages(HEADS * sizeof *heads);
    }
    if (rests == simt_rests)
        return;
    rests = simt_rests;
    if (note_count)
        madvise(heads, HEADS * sizeof *heads, MADV_DONTNEED);
    note_count = range_count = 0;
}

static unsigned *head_of(uintptr_t word)
{
    return &heads[(word / 4 * 0x9e3779b97f4a7c15ull) >> 44];
}
_Static_assert(HEADS == 1 << (64 - 44), "see head_of");

/* It says no more than what is new: all that is after the new one is after it, too. */
static bool is_replaced(const struct note *n, const struct actor *by, unsigned bytes)
{
    bool same = n->actor.place == by->place && n->actor.number == by->number;
    return n->actor.side.kind == by->side.kind && (n->bytes & ~bytes) == 0 &&
           (same || (n->actor.place == by->place && n->actor.place == HOST) ||
            is_before(&n->actor, by));
}

static void keep_note(uintptr_t word, unsigned bytes, const struct actor *actor,
                      struct note *replaced)
{
    unsigned *head = head_of(word);
    if (replaced) {
        replaced->actor = *actor;
        replaced->bytes = (unsigned char)bytes;
    } else if (note_count + 1 < MOST_NOTES) {
        notes[++note_count] = (struct note){word, *actor, (unsigned char)bytes, *head};
        *head = note_count;
    }
}

static void touch_word(uintptr_t word, unsigned bytes, const struct actor *actor, unsigned size,
                       bool keeps)
{
    struct note *replaced = NULL;
    for (unsigned i = *head_of(word); i; i = notes[i].next) {
        struct note *n = &notes[i];
        if (n->word != word)
            continue;
        if (n->bytes & bytes && conflict(&n->actor, actor))
            report(&n->actor, actor, word + (unsigned)__builtin_ctz(n->bytes & bytes), size);
        if (is_replaced(n, actor, bytes))
            replaced = n;
    }
    if (keeps)
        keep_note(word, bytes, actor, replaced);
}

/* --- ranges ------------------------------------------------------------------------------- */

/* Whether some row of the range has a byte of [begin, end). */
static bool has_bytes(const struct range *r, uintptr_t begin, uintptr_t end)
{
    uintptr_t last = r->at + (r->height - 1) * r->pitch + r->width;
    if (end <= r->at || begin >= last)
        return false;
    size_t row = end - 1 - r->at; /* the last row that begins before the end */
    row = r->pitch ? row / r->pitch : 0;
    row = row < r->height ? row : r->height - 1;
    return r->at + row * r->pitch + r->width > begin;
}

/* The first byte of a row of `a` that `b` has as well, or 0. */
static uintptr_t first_common(const struct range *a, const struct range *b)
{
    for (size_t row = 0; row < a->height; row++) {
        uintptr_t begin = a->at + row * a->pitch, end = begin + a->width;
        if (has_bytes(b, begin, end))
            return begin > b->at ? begin : b->at < end ? b->at : begin;
    }
    return 0;
}

static void touch_ranges(const struct range *mine)
{
    for (unsigned i = 0; i < range_count; i++) {
        uintptr_t at =
            conflict(&ranges[i].actor, &mine->actor) ? first_common(mine, &ranges[i]) : 0;
        if (at)
            report(&ranges[i].actor, &mine->actor, at, 4);
    }
}

static void touch_notes(const struct range *mine)
{
    unsigned told = 0;
    for (unsigned i = 1; i <= note_count && told < MOST_TOLD; i++) {
        const struct note *n = &notes[i];
        uintptr_t at = n->word + (unsigned)__builtin_ctz(n->bytes);
        uintptr_t end = n->word + 32 - (unsigned)__builtin_clz(n->bytes);
        if (!has_bytes(mine, at, end) || !conflict(&n->actor, &mine->actor))
            continue;
        report(&n->actor, &mine->actor, at, 4);
        told++;
    }
}

static void keep_range(const struct range *mine)
{
    if (range_count < MOST_RANGES)
        ranges[range_count++] = *mine;
    else
        ranges[oldest_range++ % MOST_RANGES] = *mine;
}

static void touch_range(const struct range *mine, bool keeps)
{
    touch_ranges(mine);
    touch_notes(mine);
    if (keeps)
        keep_range(mine);
}

/* Each word of a few bytes by itself. */
static void touch_bytes(uintptr_t at, size_t size, const struct actor *actor, bool keeps)
{
    struct range mine = {at, size, size, 1, *actor};
    touch_ranges(&mine);
    for (uintptr_t word = at & ~(uintptr_t)3; word < at + size; word += 4) {
        unsigned bytes = 15;
        if (word < at)
            bytes &= 15u << (at - word);
        if (word + 4 > at + size)
            bytes &= 15u >> (word + 4 - at - size);
        touch_word(word, bytes, actor, size > 8 ? 4 : (unsigned)size, keeps);
    }
}

/* --- flags of the host -------------------------------------------------------------------- */

/* What the host has done before it set a flag is before what a block does that has read it. The
 * fence that a reader needs as well is not asked for. */
static void learn(struct block_state *state, uintptr_t word)
{
    for (unsigned i = *head_of(word); i; i = notes[i].next) {
        const struct actor *a = &notes[i].actor;
        if (notes[i].word == word && a->place == HOST && is_strong(a->side.kind) &&
            !simt_is_read(a->side.kind) && a->flags > state->host_flags)
            state->host_flags = a->flags;
    }
}

/* --- launches ----------------------------------------------------------------------------- */

static bool has_visible_memory(void)
{
    const struct simt_variables *variables = simt_device_variables();
    for (unsigned i = 0; i < variables->count; i++)
        if (!variables->at[i].unseen)
            return true;
    return simt_has_open_memory();
}

bool simt_begin_noting(const char *file, int line)
{
    forget_ordered();
    launch_file = file;
    launch_line = line;
    keeps_all = simt_may_overlap();
    keeps_visible = !simt_is_waited_for() && has_visible_memory();
    simt_is_noting = keeps_all || keeps_visible || note_count || range_count;
    return simt_is_noting;
}

void simt_end_noting(void)
{
    simt_is_noting = false;
}

static struct simt_lane *lock_notes(void)
{
    struct simt_lane *lane = simt_lock(&lock);
    forget_ordered();
    return lane;
}

void simt_lane_touches(const struct lane *lane, const void *address, unsigned size,
                       enum simt_access kind, const void *code)
{
    struct actor actor = actor_of_job(kind, code);
    actor.side.lane = lane->seen.number;
    actor.side.block = worker_of(lane)->state->block;
    actor.side.file = launch_file;
    actor.side.line = launch_line;
    struct block_state *state = worker_of(lane)->state;
    bool keeps = keeps_all || (keeps_visible && simt_is_visible(address));
    struct simt_lane *running = lock_notes();
    if (host_flags && is_strong(kind) && kind != SIMT_VOLATILE_WRITE)
        learn(state, (uintptr_t)address & ~(uintptr_t)3);
    actor.flags = state->host_flags;
    touch_bytes((uintptr_t)address, size, &actor, keeps);
    simt_unlock(&lock, running);
}

/* --- copies, and the host ----------------------------------------------------------------- */

void simt_work_touches(const void *address, size_t pitch, size_t width, size_t height,
                       bool written)
{
    if (!simt_running_job)
        return;
    struct range mine = {
        (uintptr_t)address, pitch, width, height,
        actor_of_job(written ? SIMT_WRITE : SIMT_READ, simt_running_job->work.code)};
    struct simt_lane *lane = lock_notes();
    touch_range(&mine, !simt_is_waited_for() || simt_may_overlap());
    simt_unlock(&lock, lane);
}

/* What the caller reads, any function of the host may write that a stream runs. */
static bool may_matter(const void *address, const void *code)
{
    return !code || simt_runs_job() || simt_is_visible(address);
}

void simt_host_touches(const void *address, size_t size, enum simt_access kind,
                       const void *code)
{
    if (!simt_open_jobs || !size || !may_matter(address, code))
        return;
    struct simt_lane *lane = lock_notes();
    if (is_strong(kind) && !simt_is_read(kind) && !simt_runs_job())
        host_flags++;
    struct actor actor = actor_on_host(kind, code);
    struct range mine = {(uintptr_t)address, size, size, 1, actor};
    if (size <= FEW_BYTES)
        touch_bytes(mine.at, size, &actor, true);
    else
        touch_range(&mine, true);
    simt_unlock(&lock, lane);
}

/* Of the work that has written the word as a flag. */
static bool has_flag(uintptr_t word, struct actor *writer)
{
    static const struct actor on_host = {.place = HOST};
    for (unsigned i = *head_of(word); i; i = notes[i].next) {
        const struct actor *a = &notes[i].actor;
        if (notes[i].word == word && a->place != HOST && is_strong(a->side.kind) &&
            !simt_is_read(a->side.kind) && !is_before(a, &on_host)) {
            *writer = *a;
            return true;
        }
    }
    return false;
}

/* A word that only the host has, and that it asks for again and again: who sets it may be a
 * function of the host that a stream runs. */
static bool asks_in_vain(const void *address)
{
    static _Thread_local const void *last;
    static _Thread_local unsigned times;
    times = address == last ? times + 1 : 0;
    last = address;
    return times % MANY_TIMES == MANY_TIMES - 1;
}

void simt_host_polls(const void *address)
{
    struct actor writer;
    if (!simt_open_jobs || simt_runs_job())
        return;
    if (!simt_is_visible(address)) {
        if (asks_in_vain(address))
            simt_hurry_all();
        return;
    }
    struct simt_stream_clock now = simt_now();
    simt_hurry(&now);
    struct simt_lane *lane = lock_notes();
    bool known = has_flag((uintptr_t)address & ~(uintptr_t)3, &writer);
    simt_unlock(&lock, lane);
    if (known)
        simt_host_learns(writer.place, writer.number);
}
