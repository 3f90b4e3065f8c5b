/* What the checker has found, counted by place and put into words when somebody asks.
 *
 * - simt_findings()         all of it, sorted
 * - simt_forget_findings()  from here on
 * - simt_report()           an event of race.c or of one of the simt_report_*() below
 * - simt_check_found()      what other parts have found and worded
 *
 * An event is counted once for each word of memory that it happens to. Of the events of a place
 * one is told, the first by block, element and thread, whatever came first in time. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checker/checker.h"
#include "cuda/runtime.h"

enum { MOST = 256, MOST_WORDS = 1 << 20 };

/* What stands for the name of an extern __shared__ array. */
#define DYNAMIC "dynamic_shared"

/* Where an access goes: in elements of the array, or, where these are not known, of its size.
 */
struct where {
    const char *space;
    char name[48];
    long long index, offset;
    unsigned part; /* byte of the element */
    unsigned long long elements, bytes;
    bool freed;
};

struct found {
    char kind[24];
    struct simt_side side[2]; /* [1].code is NULL where there is one side only */
    struct where where;
    const void *address;
    unsigned size;
    dim3 block, grid;
    unsigned long long count;
    char text[400]; /* worded already */
    struct simt_source line[2];
    bool across;       /* there are pairs of threads of different blocks */
    bool across_warps; /* or warps */
};

static struct found founds[MOST];
static unsigned found_count;
static unsigned allocations_forgotten;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* --- words that something has happened to ------------------------------------------------ */

struct words {
    struct word {
        unsigned long long name; /* 0: free */
        unsigned found;
    } * at;
    unsigned used, size;
};

static struct words counted, racy, unwritten;

static unsigned long long mix(unsigned long long x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

static struct word *look_up(const struct words *words, unsigned long long name)
{
    unsigned i = (unsigned)name & (words->size - 1);
    while (words->at[i].name && words->at[i].name != name)
        i = (i + 1) & (words->size - 1);
    return &words->at[i];
}

static void grow(struct words *words)
{
    struct words larger = {.used = words->used, .size = words->size ? 2 * words->size : 256};
    larger.at = calloc(larger.size, sizeof *larger.at);
    if (!larger.at)
        abort();
    for (unsigned i = 0; i < words->size; i++)
        if (words->at[i].name)
            *look_up(&larger, words->at[i].name) = words->at[i];
    free(words->at);
    *words = larger;
}

/* True if it was not there. Of very many words the rest is not told apart. */
static bool insert(struct words *words, unsigned long long name, unsigned found)
{
    if (words->used >= MOST_WORDS)
        return false;
    if (2 * words->used >= words->size)
        grow(words);
    struct word *word = look_up(words, name);
    if (word->name)
        return false;
    *word = (struct word){name, found};
    words->used++;
    return true;
}

static void empty(struct words *words)
{
    if (words->used)
        memset(words->at, 0, words->size * sizeof *words->at);
    words->used = 0;
}

/* --- places ------------------------------------------------------------------------------ */

static void place(struct where *where, const char *name, uintptr_t begin, size_t bytes,
                  uintptr_t address, unsigned size)
{
    long long offset = (long long)(address - begin);
    snprintf(where->name, sizeof where->name, "%s", name);
    where->index = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
    where->part = (unsigned)(offset - where->index * size);
    where->offset = offset;
    where->elements = bytes / size;
    where->bytes = bytes;
}

static size_t distance(const struct simt_array *array, const char *address)
{
    if (address < array->begin)
        return (size_t)(array->begin - address);
    size_t offset = (size_t)(address - array->begin);
    return offset < array->bytes ? 0 : offset - array->bytes + 1;
}

static void place_in_allocation(struct where *where, const char *address, unsigned size)
{
    const struct simt_allocation *near = simt_allocation_at(address);
    const struct simt_array *best = near ? near->arrays : NULL;
    where->space = "global memory";
    if (!near)
        return;
    where->freed = near->freed;
    if (near->kind == SIMT_HOST_PINNED)
        where->space = "pinned memory";
    for (const struct simt_array *a = best; a; a = a->next)
        if (distance(a, address) < distance(best, address))
            best = a;
    char name[32];
    snprintf(name, sizeof name, "allocation %u", near->number);
    size = !best && near->element > size ? (unsigned)near->element : size;
    if (best)
        place(where, best->name, (uintptr_t)best->begin, best->bytes, (uintptr_t)address, size);
    else
        place(where, name, (uintptr_t)near->base, near->bytes, (uintptr_t)address, size);
}

static void place_in_shared(struct where *where, uintptr_t address, unsigned size)
{
    const struct watch *watch = simt_watch_at(address);
    where->space = "shared memory";
    if (address - watch->dynamic < 1 << 20) {
        place(where, DYNAMIC, watch->dynamic, watch->dynamic_end - watch->dynamic, address,
              size);
        return;
    }
    const struct simt_variable *v =
        simt_nearest_shared(address - watch->statics, watch->kernel);
    if (v)
        place(where, v->name, watch->statics + v->begin, v->bytes, address,
              v->element > size ? (unsigned)v->element : size);
}

/* In elements of the access; a float4 is seen as four. */
/* In it, or where an index leads from one of its first arrays that is far too small. */
static bool is_around_window(uintptr_t address)
{
    return simt_in_window(address) || SIMT_WINDOW - address < SIMT_SLOT;
}

static struct where locate(const void *pointer, unsigned size)
{
    struct where where = {.space = ""};
    uintptr_t address = (uintptr_t)pointer;
    size = size > 8 ? 4 : size;
    if (simt_in_window(address) && simt_is_shared(address)) {
        place_in_shared(&where, address, size);
    } else if (is_around_window(address)) {
        place_in_allocation(&where, pointer, size);
    } else {
        const struct simt_variable *v = simt_nearest_variable(simt_device_variables(), address);
        where.space = "global memory";
        if (v)
            place(&where, v->name, v->begin, v->bytes, address, size);
    }
    return where;
}

unsigned long long simt_word_name(const char *array, long long word, bool shared,
                                  unsigned block)
{
    unsigned long long name = 0;
    for (; *array; array++)
        name = mix(name + (unsigned char)*array);
    name = mix(name + (unsigned long long)word);
    return mix(shared ? mix(name + 1 + block) : name) | 1;
}

static unsigned long long name_word(const struct where *where, const void *address,
                                    unsigned block)
{
    uintptr_t at = (uintptr_t)address;
    bool shared = simt_in_window(at) && simt_is_shared(at);
    long long word = (where->name[0] ? where->offset : (long long)at) / 4;
    return simt_word_name(where->name, word, shared, block);
}

/* --- counting ---------------------------------------------------------------------------- */

static bool same_side(const struct simt_side *a, const struct simt_side *b)
{
    return a->code == b->code && a->kind == b->kind;
}

static struct found *find(const struct found *wanted)
{
    for (unsigned i = 0; i < found_count; i++) {
        struct found *f = &founds[i];
        if (same_side(&f->side[0], &wanted->side[0]) &&
            same_side(&f->side[1], &wanted->side[1]) && strcmp(f->kind, wanted->kind) == 0 &&
            strcmp(f->where.name, wanted->where.name) == 0 &&
            strcmp(f->text, wanted->text) == 0)
            return f;
    }
    return NULL;
}

static struct found *find_or_add(const struct found *wanted)
{
    struct found *found = find(wanted);
    if (!found && found_count < MOST) {
        found = &founds[found_count++];
        *found = *wanted;
        found->count = 0;
    }
    return found;
}

/* Whether a is to be told rather than b: in the order of blocks, elements and threads. */
static bool is_earlier(const struct found *a, const struct found *b)
{
    long long x[] = {a->side[0].block, a->side[1].block, a->where.index, a->side[0].lane,
                     a->side[1].lane};
    long long y[] = {b->side[0].block, b->side[1].block, b->where.index, b->side[0].lane,
                     b->side[1].lane};
    for (int i = 0; i < 5; i++)
        if (x[i] != y[i])
            return x[i] < y[i];
    return false;
}

static void count(const struct found *event, unsigned long long word)
{
    struct found *found = find_or_add(event);
    if (!found)
        return;
    unsigned number = (unsigned)(found - founds);
    found->across |= event->across;
    found->across_warps |= event->across_warps;
    if (is_earlier(event, found)) {
        struct found before = *found;
        *found = *event;
        found->count = before.count;
        found->across = before.across;
        found->across_warps = before.across_warps;
    }
    found->count += insert(&counted, mix(word + number) | 1, number);
}

static bool is_race(const char *kind)
{
    return strcmp(kind, "race") == 0 || strcmp(kind, "note") == 0;
}

static unsigned long long name_of_early(unsigned long long word, unsigned number)
{
    return mix(word + number) | 1;
}

/* Where reads come too early, that is the race, and nothing else is wrong. */
static void take_unwritten_back(unsigned long long word)
{
    for (unsigned i = 0; unwritten.used && i < found_count; i++) {
        struct word *early = look_up(&unwritten, name_of_early(word, i));
        if (!early->name || early->found == MOST)
            continue;
        founds[i].count--;
        early->found = MOST;
    }
}

static void count_word(const struct found *event, unsigned long long word)
{
    if (is_race(event->kind)) {
        insert(&racy, word, 0);
        take_unwritten_back(word);
    }
    count(event, word);
    if (strcmp(event->kind, "uninitialised") == 0) {
        struct found *found = find(event);
        if (found && !(racy.used && look_up(&racy, word)->name))
            insert(&unwritten, name_of_early(word, (unsigned)(found - founds)), 0);
    }
}

/* Writes come first, then earlier lines, blocks and threads. */
static bool in_order(const struct simt_side *a, const struct simt_side *b)
{
    static const int rank[] = {[SIMT_WRITE] = 0,
                               [SIMT_VOLATILE_WRITE] = 0,
                               [SIMT_ATOMIC] = 1,
                               [SIMT_READ] = 2,
                               [SIMT_VOLATILE_READ] = 2};
    if (rank[a->kind] != rank[b->kind])
        return rank[a->kind] < rank[b->kind];
    if (a->code != b->code)
        return a->code < b->code;
    return a->block != b->block ? a->block < b->block : a->lane < b->lane;
}

static void sort_sides(struct found *found)
{
    struct simt_side first = found->side[0];
    if (!found->side[1].code || in_order(&found->side[0], &found->side[1]))
        return;
    found->side[0] = found->side[1];
    found->side[1] = first;
}

/* No tick may take the worker away while it holds the lock. */
static struct simt_lane *stay(void)
{
    struct simt_lane *lane = simt_lane;
    simt_lane = NULL;
    pthread_mutex_lock(&lock);
    return lane;
}

static void leave(struct simt_lane *lane)
{
    pthread_mutex_unlock(&lock);
    simt_lane = lane;
}

void simt_report(const struct simt_event *event)
{
    struct found found = {
        .side = {event->side[0], event->side[1]},
        .where = locate(event->address, event->size),
        .address = event->address,
        .size = event->size,
        .block = simt_era.block,
        .grid = simt_era.grid,
    };
    snprintf(found.kind, sizeof found.kind, "%s", event->kind);
    if (strcmp(event->kind, "host-pointer") == 0)
        memset(&found.where, 0, sizeof found.where);
    sort_sides(&found);
    found.across = found.side[1].code && found.side[0].block != found.side[1].block;
    found.across_warps =
        found.across || found.side[0].lane / SIMT_WARP != found.side[1].lane / SIMT_WARP;
    struct simt_lane *lane = stay();
    count_word(&found, name_word(&found.where, event->address, event->side[0].block));
    leave(lane);
}

void simt_check_found(const char *kind, const void *code, const char *text)
{
    struct found found = {.side[0].code = code};
    snprintf(found.text, sizeof found.text, "%s", text);
    snprintf(found.kind, sizeof found.kind, "%s", kind);
    struct simt_lane *lane = stay();
    struct found *there = find_or_add(&found);
    if (there)
        there->count++;
    leave(lane);
}

bool simt_word_races(unsigned long long name)
{
    return racy.used && look_up(&racy, name)->name;
}

unsigned simt_racy_words(unsigned long long *sum)
{
    *sum = 0;
    for (unsigned i = 0; i < racy.size; i++)
        *sum += racy.at[i].name;
    return racy.used;
}

/* --- accesses that are wrong in themselves ----------------------------------------------- */

static void report_access(const char *kind, const struct lane *lane, uintptr_t shadow,
                          const void *address, unsigned size, enum simt_access access,
                          const void *code)
{
    struct simt_event event = {
        .kind = kind,
        .side[0] = {code, access, lane->seen.number, worker_of(lane)->watch->block},
        .address = address,
        .word = shadow,
        .size = size,
    };
    simt_report(&event);
}

static bool is_near_variable(uintptr_t address)
{
    const struct simt_variable *v = simt_nearest_variable(simt_device_variables(), address);
    return v && address + 64 > v->begin && address < v->begin + v->bytes + 64 &&
           !simt_is_host_variable(address);
}

static const char *kind_of_stray(const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    if (address < 1 << 16)
        return "out-of-bounds";
    if (!is_around_window(address))
        return is_near_variable(address) ? "out-of-bounds" : "host-pointer";
    if (simt_is_shared(address))
        return "out-of-bounds";
    const struct simt_allocation *near = simt_allocation_at(pointer);
    bool inside = near && (const char *)pointer >= near->base &&
                  (const char *)pointer < near->base + near->bytes;
    return inside && near->freed ? "use-after-free" : "out-of-bounds";
}

void simt_report_stray(const struct lane *lane, const void *address, unsigned size,
                       enum simt_access kind, const void *code)
{
    report_access(kind_of_stray(address), lane, (uintptr_t)address, address, size, kind, code);
}

void simt_report_misaligned(const struct lane *lane, const void *address, unsigned size,
                            enum simt_access kind, const void *code)
{
    if (simt_shadow_of(worker_of(lane), address) > SIMT_PRIVATE)
        report_access("misaligned", lane, (uintptr_t)address, address, size, kind, code);
}

void simt_report_uninitialised(const struct lane *lane, uintptr_t shadow, const void *address,
                               unsigned size, enum simt_access kind, const void *code)
{
    report_access("uninitialised", lane, shadow & ~(uintptr_t)3, address, size, kind, code);
}

void simt_report_constant(const struct lane *lane, const void *address, unsigned size,
                          const void *code)
{
    report_access("constant-write", lane, (uintptr_t)address, address, size, SIMT_WRITE, code);
}

/* The program would die of it; here it may go on, to be told more. */
void simt_check_host(const void *address, enum simt_access kind, const void *code)
{
    bool is_pointer = (uintptr_t)address - SIMT_WINDOW < SIMT_SLOT;
    if (!is_pointer && !simt_is_unseen_variable((uintptr_t)address))
        return;
    struct simt_event event = {
        .kind = "device-pointer",
        .side[0] = {.code = code, .kind = kind},
        .address = address,
        .word = (uintptr_t)address,
        .size = 4,
    };
    simt_report(&event);
    if (is_pointer)
        simt_open_device_memory();
}

/* --- words ------------------------------------------------------------------------------- */

struct text {
    char *bytes;
    size_t size, length;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format,
                                                      ...)
{
    va_list arguments;
    va_start(arguments, format);
    int added =
        vsnprintf(text->bytes + text->length, text->size - text->length, format, arguments);
    va_end(arguments);
    text->length += (size_t)added;
    if (text->length >= text->size)
        text->length = text->size - 1;
}

/* "5", or "(5,2)" where there is more than one dimension. */
static void add_index(struct text *text, unsigned long long number, dim3 dim)
{
    unsigned long long x = number % dim.x, y = number / dim.x % dim.y,
                       z = number / dim.x / dim.y;
    if (dim.z > 1)
        add(text, "(%llu,%llu,%llu)", x, y, z);
    else if (dim.y > 1)
        add(text, "(%llu,%llu)", x, y);
    else
        add(text, "%llu", x);
}

static const char *verb(enum simt_access kind)
{
    static const char *const verbs[] = {
        [SIMT_READ] = "read",
        [SIMT_WRITE] = "write",
        [SIMT_ATOMIC] = "atomic",
        [SIMT_VOLATILE_READ] = "volatile read",
        [SIMT_VOLATILE_WRITE] = "volatile write",
    };
    return verbs[kind];
}

static void add_line(struct text *text, const struct simt_source *line)
{
    if (line->line)
        add(text, "%s:%d", line->file, line->line);
    else
        add(text, "?");
}

static void add_thread(struct text *text, const struct found *f, int side)
{
    add(text, " by thread ");
    add_index(text, f->side[side].lane, f->block);
    add(text, " of block ");
    add_index(text, f->side[side].block, f->grid);
}

/* "write tiled.cu:31 by thread 5 of block 0" */
static void add_side(struct text *text, const struct found *f, int side)
{
    add(text, "%s ", verb(f->side[side].kind));
    add_line(text, &f->line[side]);
    add_thread(text, f, side);
}

static void add_element(struct text *text, const struct where *where)
{
    if (where->elements == 1 && where->index == 0)
        add(text, "%s", where->name);
    else
        add(text, "%s[%lld]", where->name, where->index);
    if (where->part)
        add(text, " (byte %u of it)", where->part);
}

static void add_more(struct text *text, const struct found *f, const char *what)
{
    if (f->count > 1)
        add(text, " (and %llu more %s)", f->count - 1, what);
}

static bool same_line(const struct found *f)
{
    return f->line[0].line == f->line[1].line && strcmp(f->line[0].file, f->line[1].file) == 0;
}

static bool is_volatile(const struct found *f)
{
    return f->side[0].kind >= SIMT_VOLATILE_READ || f->side[1].kind >= SIMT_VOLATILE_READ;
}

static bool is_write(enum simt_access kind)
{
    return kind == SIMT_WRITE || kind == SIMT_VOLATILE_WRITE;
}

/* Its line writes the element by several threads at once, too: what they read is out of date.
 */
static bool is_lost_update(const struct found *f)
{
    bool reads = f->side[0].kind == SIMT_WRITE && f->side[1].kind == SIMT_READ;
    for (unsigned i = 0; reads && i < found_count; i++) {
        const struct found *g = &founds[i];
        if (g->side[1].kind == SIMT_WRITE && strcmp(g->kind, "race") == 0 && same_line(g) &&
            g->line[0].line == f->line[0].line && f->line[1].line < f->line[0].line &&
            strcmp(g->line[0].file, f->line[0].file) == 0 &&
            strcmp(g->where.name, f->where.name) == 0 && g->where.index == f->where.index)
            return true;
    }
    return false;
}

static bool is_in_shared_memory(const struct where *where)
{
    return where->space && strcmp(where->space, "shared memory") == 0;
}

/* Of threads of one block. */
static const char *cure_in_block(const struct found *f)
{
    bool same_warp = !f->across_warps;
    bool atomic = f->side[0].kind == SIMT_ATOMIC;
    bool is_shared = is_in_shared_memory(&f->where);
    if (same_warp && is_volatile(f))
        return "volatile orders nothing within a warp: is a __syncwarp() missing?";
    if (atomic && f->side[1].kind == SIMT_READ && is_shared)
        return "is a __syncthreads() missing between them, or is the read to be an atomic or "
               "volatile one, too?";
    if (atomic && f->side[1].kind == SIMT_READ)
        return "read it by an atomic or through volatile, or after a __syncthreads()";
    if (is_lost_update(f))
        return "others change it between the read and the write: do both in one atomic "
               "operation";
    if (is_write(f->side[1].kind) && is_volatile(f))
        return "several threads write the same element, and volatile orders no writes";
    if (same_warp)
        return "is a __syncthreads(), or within a warp a __syncwarp(), missing between them?";
    return "is a __syncthreads() missing between them?";
}

/* Of threads of different blocks. */
static const char *cure_across_blocks(const struct found *f)
{
    bool atomic = f->side[0].kind == SIMT_ATOMIC || f->side[1].kind == SIMT_ATOMIC;
    if (f->side[0].kind == SIMT_VOLATILE_WRITE && f->side[1].kind == SIMT_VOLATILE_READ)
        return "volatile orders nothing: is a __threadfence() missing between the data and the "
               "flag?";
    if (is_write(f->side[1].kind) && is_volatile(f))
        return "blocks write the same element, and volatile orders no writes";
    if (atomic && f->side[1].kind == SIMT_READ)
        return "blocks run in no order: make both atomic or the read volatile, or do the other "
               "in another launch";
    if (atomic)
        return "blocks run in no order: make both atomic, or do the other in another launch";
    if (is_lost_update(f))
        return "others change it between the read and the write: do both in one atomic "
               "operation";
    return simt_has_fences
               ? "blocks run in no order: is a __threadfence() missing before the flag or "
                 "counter that announces it?"
               : "blocks run in no order: use atomics, or two launches";
}

static void add_cure(struct text *text, const struct found *f)
{
    bool is_shared = is_in_shared_memory(&f->where);
    bool both_write = f->side[1].kind == SIMT_WRITE;
    bool update = same_line(f) && f->side[0].kind == SIMT_WRITE && f->side[1].kind == SIMT_READ;
    const char *cure;
    if (update && (f->across || !is_shared))
        cure = "several threads change it at once: use an atomic such as atomicAdd()";
    else if (update)
        cure = "is a __syncthreads() missing before this line, or is it to be an atomic such "
               "as atomicAdd()?";
    else if (both_write && same_line(f) && f->across)
        cure = "blocks write the same element: does its index lack blockIdx?";
    else if (both_write && same_line(f))
        cure = "several threads write the same element: is its index right?";
    else
        cure = f->across ? cure_across_blocks(f) : cure_in_block(f);
    add(text, "; %s", cure);
}

static void word_race(struct text *text, const struct found *f, bool note)
{
    add(text, note ? "the same value by several threads in %s, " : "race in %s, ",
        f->where.space);
    add_element(text, &f->where);
    add(text, ": ");
    add_side(text, f, 0);
    add(text, ", ");
    add_side(text, f, 1);
    add_more(text, f, same_line(f) ? "such pairs" : "pairs of these lines");
    if (note)
        add(text, "; harmless as long as the values are the same");
    else
        add_cure(text, f);
}

static void add_end(struct text *text, const struct found *f)
{
    add(text, ": ");
    add_line(text, &f->line[0]);
    add_thread(text, f, 0);
    add_more(text, f, "places");
}

static const char *verb_of(const struct found *f)
{
    return f->side[0].kind == SIMT_ATOMIC ? "atomic on" : verb(f->side[0].kind);
}

static void word_out_of_bounds(struct text *text, const struct found *f)
{
    bool is_write = f->side[0].kind == SIMT_WRITE || f->side[0].kind == SIMT_VOLATILE_WRITE;
    bool is_null = (uintptr_t)f->address < 1 << 16;
    const char *verb = is_write                         ? "write to"
                       : f->side[0].kind == SIMT_ATOMIC ? "atomic on"
                                                        : "read of";
    if (is_null) {
        add(text, "%s address %p, a null pointer", verb, f->address);
    } else if (!f->where.name[0]) {
        add(text, "%s address %p, which is in no array", verb, f->address);
    } else {
        add(text, "%s ", verb);
        add_element(text, &f->where);
        add(text, ", which has %llu element%s", f->where.elements,
            f->where.elements == 1 ? "" : "s");
        if (f->where.freed)
            add(text, " and has been freed");
    }
    add_end(text, f);
    if (is_null)
        add(text, "; has the array been allocated, and does the launch pass it?");
    else if (strcmp(f->where.name, DYNAMIC) == 0)
        add(text,
            "; the launch gives extern __shared__ memory %llu bytes: is the third argument in "
            "its <<<...>>> right, in bytes%s",
            f->where.bytes, f->where.bytes ? ", and is the index?" : "?");
    else if (f->where.name[0])
        add(text, "; does the line need a guard for the index?");
}

static void word_uninitialised(struct text *text, const struct found *f)
{
    add(text, "read of ");
    add_element(text, &f->where);
    add(text, " in %s, which nothing has written", f->where.space);
    add_end(text, f);
    add(text, "; shared memory and what cudaMalloc gives begin with no values");
}

static void word_host_pointer(struct text *text, const struct found *f)
{
    add(text, "a kernel dereferences a host pointer: %s of %u bytes at ", verb_of(f), f->size);
    add_line(text, &f->line[0]);
    add_thread(text, f, 0);
    add_more(text, f, "addresses");
    add(text, "; pass it device memory, which cudaMemcpy fills");
}

/* On a device the name stands for another variable there, of the host's own. */
static void word_host_access(struct text *text, const struct found *f)
{
    bool reads = f->side[0].kind == SIMT_READ || f->side[0].kind == SIMT_VOLATILE_READ;
    add(text, "host code touches %s, a variable of the device: %s at ", f->where.name,
        verb(f->side[0].kind));
    add_line(text, &f->line[0]);
    add_more(text, f, "places");
    add(text, "; %s",
        reads ? "get its value with cudaMemcpyFromSymbol" : "set it with cudaMemcpyToSymbol");
}

static void word_device_pointer(struct text *text, const struct found *f)
{
    if (!simt_in_window((uintptr_t)f->address)) {
        word_host_access(text, f);
        return;
    }
    add(text, "host code dereferences a device pointer: %s of ", verb_of(f));
    add_element(text, &f->where);
    add(text, " at ");
    add_line(text, &f->line[0]);
    add_more(text, f, "places");
    add(text, "; copy it with cudaMemcpy first");
}

static void word_other(struct text *text, const struct found *f)
{
    if (strcmp(f->kind, "misaligned") == 0 && f->where.name[0])
        add(text,
            "misaligned %s of %u bytes at byte %lld of %s, an address that is no multiple of "
            "%u",
            verb(f->side[0].kind), f->size, f->where.offset, f->where.name, f->size);
    else if (strcmp(f->kind, "misaligned") == 0)
        add(text, "misaligned %s of %u bytes at %p, which is no multiple of %u",
            verb(f->side[0].kind), f->size, f->address, f->size);
    else if (strcmp(f->kind, "use-after-free") == 0)
        add(text, "%s of %s[%lld] after it was freed", verb_of(f), f->where.name,
            f->where.index);
    else
        add(text, "write to %s[%lld], which is __constant__: kernels may only read it",
            f->where.name, f->where.index);
    add_end(text, f);
}

static void word(struct text *text, const struct found *f)
{
    if (f->text[0] && f->line[0].line)
        add(text, "%s:%d: %s", f->line[0].file, f->line[0].line, f->text);
    else if (f->text[0])
        add(text, "%s", f->text);
    else if (is_race(f->kind))
        word_race(text, f, strcmp(f->kind, "note") == 0);
    else if (strcmp(f->kind, "out-of-bounds") == 0)
        word_out_of_bounds(text, f);
    else if (strcmp(f->kind, "uninitialised") == 0)
        word_uninitialised(text, f);
    else if (strcmp(f->kind, "host-pointer") == 0)
        word_host_pointer(text, f);
    else if (strcmp(f->kind, "device-pointer") == 0)
        word_device_pointer(text, f);
    else
        word_other(text, f);
}

/* --- asking ------------------------------------------------------------------------------ */

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
            simt_check_found("leak", live->code, text);
    }
}

static void find_lines(void)
{
    const void *codes[2 * MOST];
    struct simt_source lines[2 * MOST];
    for (unsigned i = 0; i < 2 * found_count; i++) {
        const char *code = founds[i / 2].side[i % 2].code;
        codes[i] = code ? code - 1 : NULL; /* the call, not what follows it */
    }
    simt_source_lines(codes, 2 * found_count, lines);
    for (unsigned i = 0; i < 2 * found_count; i++)
        founds[i / 2].line[i % 2] = lines[i];
}

static bool same_lines(const struct found *a, const struct found *b)
{
    for (int i = 0; i < 2; i++)
        if (a->line[i].line != b->line[i].line || a->side[i].kind != b->side[i].kind ||
            strcmp(a->line[i].file, b->line[i].file) != 0)
            return false;
    return strcmp(a->kind, b->kind) == 0 && strcmp(a->where.name, b->where.name) == 0 &&
           strcmp(a->text, b->text) == 0;
}

/* Sides of one kind are in the order of their code so far, which compilers choose. */
static void sort_lines(struct found *f)
{
    struct simt_side side = f->side[0];
    struct simt_source line = f->line[0];
    int order = strcmp(f->line[0].file, f->line[1].file);
    order = order ? order : f->line[0].line - f->line[1].line;
    if (!f->side[1].code || f->side[0].kind != f->side[1].kind || order <= 0)
        return;
    f->side[0] = f->side[1], f->side[1] = side;
    f->line[0] = f->line[1], f->line[1] = line;
}

static void merge_into(struct found *a, const struct found *b)
{
    unsigned long long both = a->count + b->count;
    bool across = a->across || b->across, across_warps = a->across_warps || b->across_warps;
    if (is_earlier(b, a))
        *a = *b;
    a->count = both;
    a->across = across;
    a->across_warps = across_warps;
}

/* One line may have several accesses of a kind. Copies what is left, and returns how many. */
static unsigned merge(struct found *merged)
{
    unsigned count = 0;
    for (unsigned i = 0; i < found_count; i++) {
        unsigned k = 0;
        if (founds[i].count == 0)
            continue;
        sort_lines(&founds[i]);
        while (k < count && !same_lines(&merged[k], &founds[i]))
            k++;
        if (k < count)
            merge_into(&merged[k], &founds[i]);
        else
            merged[count++] = founds[i];
    }
    return count;
}

/* Notes last; then by line. */
static int by_place(const void *x, const void *y)
{
    const struct found *a = x, *b = y;
    int notes = (strcmp(a->kind, "note") == 0) - (strcmp(b->kind, "note") == 0);
    int order = notes ? notes : strcmp(a->line[0].file, b->line[0].file);
    order = order ? order : a->line[0].line - b->line[0].line;
    order = order ? order : a->line[1].line - b->line[1].line;
    order = order ? order : strcmp(a->kind, b->kind);
    order = order ? order : strcmp(a->where.name, b->where.name);
    order = order ? order : (int)a->side[0].kind - (int)b->side[0].kind;
    order = order ? order : (int)a->side[1].kind - (int)b->side[1].kind;
    return order ? order : strcmp(a->text, b->text);
}

unsigned simt_check_findings(struct simt_finding *findings, unsigned most)
{
    static struct found merged[MOST];
    find_leaks();
    pthread_mutex_lock(&lock);
    if (found_count)
        find_lines();
    unsigned count = merge(merged);
    qsort(merged, count, sizeof merged[0], by_place);
    for (unsigned i = 0; i < count && i < most; i++) {
        struct text text = {findings[i].text, sizeof findings[i].text, 0};
        snprintf(findings[i].kind, sizeof findings[i].kind, "%s", merged[i].kind);
        findings[i].count = merged[i].count;
        findings[i].in_shared_memory = is_in_shared_memory(&merged[i].where);
        word(&text, &merged[i]);
    }
    pthread_mutex_unlock(&lock);
    return count < most ? count : most;
}

void simt_check_forget(void)
{
    const struct simt_allocation *live = simt_next_live(0);
    pthread_mutex_lock(&lock);
    found_count = 0;
    empty(&counted);
    empty(&racy);
    empty(&unwritten);
    pthread_mutex_unlock(&lock);
    for (; live; live = simt_next_live(live->number))
        allocations_forgotten = live->number;
}
