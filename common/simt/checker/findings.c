/* What the checker has found, counted by place and put into words when somebody asks: see
 * findings.h. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checker/found.h"
#include "cuda/errors.h"
#include "cuda/memory.h"
#include "cuda/queue.h"
#include "checker/epochs.h"
#include "checker/swaps.h"
#include "checker/word_set.h"
#include "grid/grid.h"

enum { MOST = 256 };

static struct found founds[MOST];
static unsigned found_count;
static unsigned allocations_forgotten;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The words that something has happened to: `counted` by finding, those of races, and those
 * that were read although nothing had written them. */
static struct word_set counted, racy, unwritten;

/* --- counting ----------------------------------------------------------------------------- */

static bool same_side(const struct simt_side *a, const struct simt_side *b)
{
    return a->code == b->code && a->kind == b->kind;
}

static struct found *find(const struct found *wanted)
{
    for (unsigned i = 0; i < found_count; i++) {
        struct found *f = &founds[i];
        if (same_side(&f->event.side[0], &wanted->event.side[0]) &&
            same_side(&f->event.side[1], &wanted->event.side[1]) &&
            f->event.kind == wanted->event.kind &&
            strcmp(f->where.name, wanted->where.name) == 0 &&
            f->event.unordered == wanted->event.unordered &&
            f->event.open == wanted->event.open && strcmp(f->text, wanted->text) == 0)
            return f;
    }
    return NULL;
}

/* Whether the finding may turn out to be none, or a note: see take_unwritten_back() and
 * pardon_first_reads().
 */
static bool may_be_pardoned(const struct found *f)
{
    return f->event.kind == FOUND_UNINITIALISED ||
           (f->event.kind == FOUND_RACE && simt_is_atomic(f->event.side[0].kind) &&
            f->event.side[1].kind == SIMT_READ);
}

static int rank_of(const struct found *f)
{
    return f->event.kind == FOUND_NOTE ? 0 : may_be_pardoned(f) ? 1 : 2;
}

/* If there is no room, returns the finding that matters least, if it matters less than the
 * wanted one. Otherwise hundreds of harmless lines would hide the faulty one. */
static struct found *place_of_least(const struct found *wanted)
{
    struct found *least = NULL;
    int least_rank = rank_of(wanted);
    for (unsigned i = 0; i < found_count; i++)
        if (rank_of(&founds[i]) < least_rank) {
            least = &founds[i];
            least_rank = rank_of(least);
        }
    return least;
}

/* It counts 0 if it was not there. */
static struct found *find_or_add(const struct found *wanted, bool *is_new)
{
    struct found *found = find(wanted);
    *is_new = !found;
    if (found)
        return found;
    found = found_count < MOST ? &founds[found_count++] : place_of_least(wanted);
    if (found) {
        *found = *wanted;
        found->count = 0;
    }
    return found;
}

/* Whether a is to be told rather than b: in the order of blocks, elements and threads. */
static bool is_earlier(const struct found *a, const struct found *b)
{
    long long x[] = {a->event.side[0].block, a->event.side[1].block, a->where.index,
                     a->event.side[0].lane, a->event.side[1].lane};
    long long y[] = {b->event.side[0].block, b->event.side[1].block, b->where.index,
                     b->event.side[0].lane, b->event.side[1].lane};
    for (int i = 0; i < 5; i++)
        if (x[i] != y[i])
            return x[i] < y[i];
    return false;
}

static void count_event(const struct found *seen, unsigned long long word)
{
    bool is_new;
    struct found *found = find_or_add(seen, &is_new);
    if (!found)
        return;
    unsigned number = (unsigned)(found - founds);
    found->across |= seen->across;
    found->across_warps |= seen->across_warps;
    if (is_earlier(seen, found)) {
        struct found before = *found;
        *found = *seen;
        found->count = before.count;
        found->launch = before.launch;
        found->across = before.across;
        found->across_warps = before.across_warps;
    }
    /* Counts a new finding once, even if there are too many words to tell this one from others.
     */
    found->count += simt_insert_word(&counted, simt_mix(word + number) | 1, number) || is_new;
}

static bool is_race(enum finding_kind kind)
{
    return kind == FOUND_RACE || kind == FOUND_NOTE;
}

static unsigned long long id_of_early(unsigned long long word, unsigned number)
{
    return simt_mix(word + number) | 1;
}

/* A racing read is reported once, as a race, and not also as uninitialised. */
static void take_unwritten_back(unsigned long long word)
{
    for (unsigned i = 0; i < found_count; i++) {
        struct word *early = simt_find_word(&unwritten, id_of_early(word, i));
        if (!early || early->found == MOST)
            continue;
        founds[i].count--;
        early->found = MOST;
    }
}

static void count_word(const struct found *seen, unsigned long long word)
{
    if (is_race(seen->event.kind)) {
        simt_insert_word(&racy, word, 0);
        take_unwritten_back(word);
    }
    if (seen->event.kind == FOUND_UNINITIALISED && simt_find_word(&racy, word))
        return;
    count_event(seen, word);
    if (seen->event.kind == FOUND_UNINITIALISED) {
        struct found *found = find(seen);
        if (found)
            simt_insert_word(&unwritten, id_of_early(word, (unsigned)(found - founds)), 0);
    }
}

/* Writes come first, then earlier lines, blocks and threads. */
static bool in_order(const struct simt_side *a, const struct simt_side *b)
{
    static const int rank[] = {
        [SIMT_WRITE] = 0,        [SIMT_VOLATILE_WRITE] = 0, [SIMT_ATOMIC] = 1,
        [SIMT_BLOCK_ATOMIC] = 2, [SIMT_READ] = 3,           [SIMT_VOLATILE_READ] = 3};
    if (a->doer != b->doer)
        return a->doer < b->doer;
    if (rank[a->kind] != rank[b->kind])
        return rank[a->kind] < rank[b->kind];
    if (a->code != b->code)
        return a->code < b->code;
    return a->block != b->block ? a->block < b->block : a->lane < b->lane;
}

static void sort_sides(struct found *found)
{
    struct simt_side first = found->event.side[0];
    if (!found->event.side[1].code || in_order(&found->event.side[0], &found->event.side[1]))
        return;
    found->event.side[0] = found->event.side[1];
    found->event.side[1] = first;
}

static bool is_inside(const struct where *where)
{
    return where->offset >= 0 && (unsigned long long)where->offset < where->bytes;
}

void simt_report(const struct simt_event *event)
{
    struct found found = {
        .event = *event,
        .where = simt_locate(event->address, event->size),
        .block = simt_launch_state.block,
        .grid = simt_launch_state.grid,
        .launch = simt_launch_state.number,
    };
    if (event->kind == FOUND_HOST_POINTER)
        memset(&found.where, 0, sizeof found.where);
    if (event->unordered && !is_inside(&found.where))
        found.where = (struct where){.space = SIMT_SPACE_HOST};
    sort_sides(&found);
    const struct simt_side *side = found.event.side;
    found.across = side[1].code && side[0].block != side[1].block;
    found.across_warps = found.across || side[0].lane / SIMT_WARP != side[1].lane / SIMT_WARP;
    struct simt_lane *lane = simt_lock(&lock);
    count_word(&found, simt_id_of_event(&found.where, event->address, event->side[0].block));
    simt_unlock(&lock, lane);
}

void simt_report_worded(enum finding_kind kind, const void *code, const char *text)
{
    struct found found = {.event = {.kind = kind, .side[0].code = code}};
    snprintf(found.text, sizeof found.text, "%s", text);
    struct simt_lane *lane = simt_lock(&lock);
    bool is_new;
    struct found *there = find_or_add(&found, &is_new);
    if (there)
        there->count++;
    simt_unlock(&lock, lane);
}

bool simt_has_race(unsigned long long id)
{
    simt_wait_for_all();
    return simt_find_word(&racy, id) != NULL;
}

unsigned simt_count_racy_words(unsigned long long *sum_of_ids)
{
    simt_wait_for_all();
    *sum_of_ids = 0;
    for (unsigned i = 0; i < racy.size; i++)
        *sum_of_ids += racy.at[i].id;
    return racy.used;
}

/* --- asking ------------------------------------------------------------------------------- */

/* After a fault cudaFree() refuses, too. */
static void find_leaks(void)
{
    if (simt_sticky_error() != cudaSuccess)
        return;
    const struct simt_allocation *live = simt_next_live(allocations_forgotten);
    for (; live; live = simt_next_live(allocations_forgotten)) {
        allocations_forgotten = live->number;
        char text[80];
        snprintf(text, sizeof text, "%zu bytes allocated here are never freed", live->bytes);
        if (!live->arrays)
            simt_report_worded(FOUND_LEAK, live->code, text);
    }
}

static void find_lines(void)
{
    const void *codes[2 * MOST];
    struct simt_source lines[2 * MOST];
    for (unsigned i = 0; i < 2 * found_count; i++) {
        const char *code = founds[i / 2].event.side[i % 2].code;
        codes[i] = code ? code - 1 : NULL; /* the call, not what follows it */
    }
    simt_source_lines(codes, 2 * found_count, lines);
    for (unsigned i = 0; i < 2 * found_count; i++)
        founds[i / 2].line[i % 2] = lines[i];
}

/* Makes notes of first reads that race with swaps: they are no fault. See swaps.h. */
static void pardon_first_reads(void)
{
    for (unsigned i = 0; i < found_count; i++) {
        struct found *f = &founds[i];
        if (f->event.kind != FOUND_RACE || !simt_is_atomic(f->event.side[0].kind) ||
            f->event.side[1].kind != SIMT_READ ||
            !simt_is_first_read(simt_code_offset(f->event.side[1].code)))
            continue;
        f->event.kind = FOUND_NOTE;
        f->first_read = true;
    }
}

/* Whether several threads also write the element by this line: then what they have read is out
 * of date.
 */
static bool is_lost_update(const struct found *f)
{
    bool reads = f->event.side[0].kind == SIMT_WRITE && f->event.side[1].kind == SIMT_READ;
    for (unsigned i = 0; reads && i < found_count; i++) {
        const struct found *g = &founds[i];
        if (g->event.side[1].kind == SIMT_WRITE && g->event.kind == FOUND_RACE &&
            simt_same_line(g) && g->line[0].line == f->line[0].line &&
            f->line[1].line < f->line[0].line &&
            strcmp(g->line[0].file, f->line[0].file) == 0 &&
            strcmp(g->where.name, f->where.name) == 0 && g->where.index == f->where.index)
            return true;
    }
    return false;
}

static bool same_lines(const struct found *a, const struct found *b)
{
    for (int i = 0; i < 2; i++)
        if (a->line[i].line != b->line[i].line ||
            a->event.side[i].kind != b->event.side[i].kind ||
            strcmp(a->line[i].file, b->line[i].file) != 0)
            return false;
    return a->event.kind == b->event.kind && strcmp(a->where.name, b->where.name) == 0 &&
           a->event.unordered == b->event.unordered && a->event.open == b->event.open &&
           strcmp(a->text, b->text) == 0;
}

/* Puts two sides of one kind into the order of their lines. So far they are in the order of
 * their code, which compilers choose. */
static void sort_lines(struct found *f)
{
    struct simt_side side = f->event.side[0];
    struct simt_source line = f->line[0];
    int order = strcmp(f->line[0].file, f->line[1].file);
    order = order ? order : f->line[0].line - f->line[1].line;
    if (!f->event.side[1].code || f->event.side[0].kind != f->event.side[1].kind || order <= 0)
        return;
    f->event.side[0] = f->event.side[1], f->event.side[1] = side;
    f->line[0] = f->line[1], f->line[1] = line;
}

/* A pair that is a race where one order of fences is missing is told as that alone. */
static bool is_raced_elsewhere(const struct found *f)
{
    for (unsigned i = 0; f->event.open && i < found_count; i++)
        if (founds[i].event.kind == FOUND_RACE &&
            same_side(&founds[i].event.side[0], &f->event.side[0]) &&
            same_side(&founds[i].event.side[1], &f->event.side[1]))
            return true;
    return false;
}

static void merge_into(struct found *a, const struct found *b)
{
    unsigned long long both = a->count + b->count;
    bool across = a->across || b->across, across_warps = a->across_warps || b->across_warps;
    unsigned long long launch = a->launch < b->launch ? a->launch : b->launch;
    if (is_earlier(b, a))
        *a = *b;
    a->count = both;
    a->launch = launch;
    a->across = across;
    a->across_warps = across_warps;
}

/* One line may have several accesses of a kind. Copies what is left, and returns how many. */
static unsigned merge(struct found *into)
{
    unsigned count = 0;
    for (unsigned i = 0; i < found_count; i++) {
        unsigned k = 0;
        if (founds[i].count == 0 || is_raced_elsewhere(&founds[i]))
            continue;
        sort_lines(&founds[i]);
        while (k < count && !same_lines(&into[k], &founds[i]))
            k++;
        if (k < count)
            merge_into(&into[k], &founds[i]);
        else
            into[count++] = founds[i];
    }
    return count;
}

/* Past the end of one array is also before the next one, or in none: the first says most. */
static int strangeness(const struct found *f)
{
    return f->event.kind != FOUND_OUT_OF_BOUNDS ? 0
           : !f->where.name[0]                  ? 2
                                                : f->where.offset < 0;
}

/* Notes last; then by line. */
static int by_place(const void *x, const void *y)
{
    const struct found *a = x, *b = y;
    int notes = (a->event.kind == FOUND_NOTE) - (b->event.kind == FOUND_NOTE);
    int order = notes ? notes : strcmp(a->line[0].file, b->line[0].file);
    order = order ? order : a->line[0].line - b->line[0].line;
    order = order ? order : a->line[1].line - b->line[1].line;
    order = order ? order : strcmp(finding_word(a->event.kind), finding_word(b->event.kind));
    order = order ? order : strangeness(a) - strangeness(b);
    order = order ? order : strcmp(a->where.name, b->where.name);
    order = order ? order : (int)a->event.side[0].kind - (int)b->event.side[0].kind;
    order = order ? order : (int)a->event.side[1].kind - (int)b->event.side[1].kind;
    return order ? order : strcmp(a->text, b->text);
}

/* Whether an earlier launch had a race: it may have left out what this one reads. */
static bool comes_after_a_race(const struct found *f, const struct found *all, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (all[i].event.kind == FOUND_RACE && all[i].launch < f->launch)
            return true;
    return false;
}

/* A race is told by who takes part in it. */
static enum finding_kind kind_of(const struct found *f, const struct found *all, unsigned count)
{
    if (f->event.kind == FOUND_UNINITIALISED && comes_after_a_race(f, all, count))
        return FOUND_LEFT_UNWRITTEN;
    if (f->event.kind != FOUND_RACE)
        return f->event.kind;
    if (f->event.unordered)
        return FOUND_UNORDERED_RACE;
    return simt_is_in_shared_memory(&f->where) ? FOUND_SHARED_RACE : FOUND_RACE;
}

static void fill_in(struct finding *finding, const struct found *found, enum finding_kind kind)
{
    finding->kind = kind;
    finding->is_write = simt_is_write(found->event.side[0].kind);
    finding->count = found->count;
    for (int i = 0; i < 2; i++) {
        finding->lines[i].line = (uint32_t)found->line[i].line;
        memcpy(finding->lines[i].file, found->line[i].file, sizeof finding->lines[i].file);
    }
    simt_put_into_words(finding->text, sizeof finding->text, found);
}

/* What was worded last. */
static struct found merged[MOST];

const struct found *simt_found_at(unsigned i)
{
    return &merged[i];
}

unsigned simt_list_findings(struct finding *findings, unsigned most)
{
    simt_wait_for_all();
    find_leaks();
    pthread_mutex_lock(&lock);
    pardon_first_reads();
    if (found_count)
        find_lines();
    unsigned count = merge(merged);
    qsort(merged, count, sizeof merged[0], by_place);
    for (unsigned i = 0; i < count && i < most; i++) {
        merged[i].lost_update = is_lost_update(&merged[i]);
        fill_in(&findings[i], &merged[i], kind_of(&merged[i], merged, count));
    }
    pthread_mutex_unlock(&lock);
    return count < most ? count : most;
}

void simt_drop_findings(void)
{
    simt_wait_for_all();
    const struct simt_allocation *live = simt_next_live(0);
    pthread_mutex_lock(&lock);
    found_count = 0;
    simt_forget_first_reads();
    simt_empty_words(&counted);
    simt_empty_words(&racy);
    simt_empty_words(&unwritten);
    pthread_mutex_unlock(&lock);
    for (; live; live = simt_next_live(live->number))
        allocations_forgotten = live->number;
}
