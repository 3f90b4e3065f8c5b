/* Races, exactly: the accesses to each word that a later one could conflict with, and which of
 * them are ordered before it.
 *
 * - simt_race_access()   an access to any number of bytes
 * - simt_is_before()     the order of CUDA: program, barriers, __syncwarp, fences
 * - simt_new_segments()  dates
 *
 * A word's cell is in one of three modes. Nearly all are
 *
 *   plain   the last write, and since then one set: the reads, or the atomics, of
 *             - lanes of one warp in one segment        key = theirs
 *               with two of them in the detail: who is to be after all is not both
 *             - several warps in one interval of a block  key = the interval's
 *             - several blocks of the launch             key = the launch's
 *           the last two with two examples in the detail: whoever comes later and has to be
 *           after all of them is of another warp, or another block, than one of the two
 *   bytes   each byte by itself: one thread, its last access
 *   list    whatever else there may be: each access that is not implied by a later one
 *
 * With fences in the program, more threads may be ordered than barriers order: then sets of
 * several warps are lists. And where lanes of a warp may part, by fences or in groups, some of
 * a set may be ordered and others not: then all of a set have read in one line. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checker/checker.h"

enum {
    LANE = 1023,        /* in a cell's flags */
    IN_BYTES = 1 << 30, /* the rest of the cell holds bytes */
    ALL = 15,           /* of the bytes of a word */
    ENTRY_SHARE = 1024, /* that a worker takes at once */
    LAST_KEY = 1u << 31,
};
#define TAKEN (~0u) /* as a key: another worker has the cell */

/* Read at each access: nothing that changes may lie in the same cache line. */
_Alignas(64) struct simt_era simt_era = {.quick = SIMT_NOT_QUICK, .counted = SIMT_NOT_QUICK};
struct simt_segment *const simt_segments = (struct simt_segment *)SIMT_SEGMENTS;

static _Alignas(64) unsigned next_key = 16;

/* Lanes of a warp may be ordered with others one by one. */
static bool lanes_may_part(void)
{
    return simt_has_fences || simt_has_groups;
}

/* An access, from one thread's point of view. */
struct visit {
    struct watch *watch;
    unsigned me, key,
        bound; /* older keys than `bound` are ordered for all that may come here */
    unsigned code;
    enum simt_access kind;
    bool alone; /* nobody else comes near the cell */
    const void *address;
    uintptr_t shadow;
    unsigned size;
    uintptr_t word; /* the one at hand */
};

/* --- order ------------------------------------------------------------------------------- */

bool simt_is_before(const struct watch *watch, unsigned me, unsigned key, unsigned number)
{
    if (key < simt_era.first)
        return true;
    const struct simt_segment *segment = simt_segment_of(key);
    if (segment->block == watch->block) {
        if (segment->interval != watch->base || number == me)
            return true;
        unsigned warp = me / SIMT_WARP;
        if (number / SIMT_WARP == warp &&
            (key < watch->warp[warp].floor ||
             (key & ~1u) <= watch->warp[warp].clock[me % SIMT_WARP][number % SIMT_WARP]))
            return true;
    }
    return simt_has_fences && simt_is_known(watch, me, key, number);
}

static bool is_before(const struct visit *v, unsigned key, unsigned number)
{
    return simt_is_before(v->watch, v->me, key, number);
}

/* Which kinds conflict. Volatile accesses are taken for what flags are made of, between warps:
 * one thread writes, others wait. Within a warp, and between writers, they are not. */
static bool conflict(enum simt_access a, enum simt_access b, bool same_warp)
{
    static const bool table[5][5] = {
        [SIMT_READ] = {[SIMT_WRITE] = 1, [SIMT_ATOMIC] = 1, [SIMT_VOLATILE_WRITE] = 1},
        [SIMT_WRITE] = {1, 1, 1, 1, 1},
        [SIMT_ATOMIC] = {[SIMT_READ] = 1, [SIMT_WRITE] = 1},
        [SIMT_VOLATILE_READ] = {[SIMT_WRITE] = 1},
        [SIMT_VOLATILE_WRITE] = {[SIMT_READ] = 1, [SIMT_WRITE] = 1, [SIMT_VOLATILE_WRITE] = 1},
    };
    bool volatiles = (a == SIMT_VOLATILE_READ && b == SIMT_VOLATILE_WRITE) ||
                     (a == SIMT_VOLATILE_WRITE && b == SIMT_VOLATILE_READ);
    return table[a][b] || (volatiles && same_warp);
}

/* Whatever conflicts with the older access, conflicts with this one too. */
static bool implies(enum simt_access later, enum simt_access older, bool same_warp)
{
    switch (later) {
    case SIMT_WRITE:
        return true;
    case SIMT_READ:
        return older == SIMT_READ || older == SIMT_VOLATILE_READ;
    case SIMT_ATOMIC:
        return older == SIMT_ATOMIC;
    case SIMT_VOLATILE_READ:
        return older == SIMT_VOLATILE_READ && same_warp;
    default:
        return older == SIMT_VOLATILE_WRITE || older == SIMT_ATOMIC ||
               (older == SIMT_VOLATILE_READ && same_warp);
    }
}

/* --- reports ----------------------------------------------------------------------------- */

static const void *code_of(unsigned offset)
{
    return offset ? __executable_start + offset : NULL;
}

static bool is_write(enum simt_access kind)
{
    return kind == SIMT_WRITE || kind == SIMT_VOLATILE_WRITE;
}

/* Whether another worker may be between telling of a write to this word and doing it. */
static bool is_under_way(const struct visit *v)
{
    for (unsigned i = 0; !v->alone && i < simt_pool.workers; i++) {
        const struct watch *other = simt_pool.worker[i]->watch;
        if (other && other != v->watch &&
            __atomic_load_n(&other->last_write, __ATOMIC_ACQUIRE) == v->word)
            return true;
    }
    return false;
}

/* Where the access begins in the word at hand. */
static const char *in_word(const struct visit *v)
{
    return (const char *)v->address + (v->word > v->shadow ? v->word - v->shadow : 0);
}

/* Two writes are judged by what they write, which is seen when the second has been done; where
 * the first may not have been done, in favour. */
static void doubt(const struct visit *v, struct simt_event *event)
{
    struct watch *watch = v->watch;
    bool told = watch->doubts && watch->doubt[watch->doubts - 1].event.word == v->word;
    bool done = !is_under_way(v);
    if (!done) {
        event->kind = "note";
        simt_report(event);
    }
    if (!done || told || watch->doubts == 4)
        return;
    struct doubt *doubt = &watch->doubt[watch->doubts++];
    unsigned left = v->size - (unsigned)(in_word(v) - (const char *)v->address);
    doubt->event = *event;
    doubt->at = in_word(v);
    doubt->size = left < 4 ? left : 4;
    memcpy(doubt->old, doubt->at, doubt->size);
}

void simt_settle_doubt(struct watch *watch)
{
    while (watch->doubts) {
        struct doubt *doubt = &watch->doubt[--watch->doubts];
        if (memcmp(doubt->old, doubt->at, doubt->size) == 0)
            doubt->event.kind = "note";
        simt_report(&doubt->event);
    }
}

static void race(const struct visit *v, unsigned key, unsigned number, unsigned code,
                 enum simt_access kind)
{
    struct simt_event event = {
        .kind = "race",
        .side = {{code_of(code), kind, number, simt_segment_of(key)->block},
                 {code_of(v->code), v->kind, v->me, v->watch->block}},
        .address = in_word(v),
        .word = v->word,
        .size = v->size,
    };
    if (is_write(kind) && is_write(v->kind))
        doubt(v, &event);
    else
        simt_report(&event);
}

/* --- lists ------------------------------------------------------------------------------- */

struct entry {
    unsigned key, code, next;
    unsigned short lane;
    unsigned char kind, bytes;
};
_Static_assert(sizeof(struct entry) == SIMT_ENTRY_BYTES, "see room.h");

static struct entry *const entries = (struct entry *)SIMT_ENTRIES;
static unsigned entries_given = 1;

/* 0 where there are no more: then something is forgotten. */
static unsigned new_entry(struct watch *watch)
{
    unsigned at = watch->free_entry;
    if (at) {
        watch->free_entry = entries[at].next;
        return at;
    }
    if (watch->fresh_entry == watch->last_entry) {
        unsigned share = __atomic_fetch_add(&entries_given, ENTRY_SHARE, __ATOMIC_RELAXED);
        if (share > SIMT_MOST_ENTRIES - ENTRY_SHARE)
            return 0;
        watch->fresh_entry = share;
        watch->last_entry = share + ENTRY_SHARE;
    }
    return watch->fresh_entry++;
}

static void push(const struct visit *v, struct cell *c, struct entry entry)
{
    unsigned at = new_entry(v->watch);
    if (!at)
        return;
    entries[at] = entry;
    entries[at].next = c->lanes;
    c->lanes = at;
}

static void drop(const struct visit *v, unsigned *link)
{
    unsigned at = *link;
    *link = entries[at].next;
    entries[at].next = v->watch->free_entry;
    v->watch->free_entry = at;
}

/* Two accesses of this kind from other blocks, or from other warps of this interval, do for any
 * number more. */
struct cover {
    unsigned block, warp;
    bool one_block, blocks, one_warp, warps;
};

static void add_cover(const struct visit *v, struct cover *cover, const struct entry *entry)
{
    const struct simt_segment *segment = simt_segment_of(entry->key);
    unsigned warp = entry->lane / SIMT_WARP;
    cover->blocks |= cover->one_block && segment->block != cover->block;
    cover->block = segment->block;
    cover->one_block = true;
    if (segment->interval != v->watch->base)
        return;
    cover->warps |= cover->one_warp && warp != cover->warp;
    cover->warp = warp;
    cover->one_warp = true;
}

/* Meets one older access; true if that need not be kept. */
static bool meet(const struct visit *v, const struct entry *older, unsigned bytes)
{
    bool same_block = simt_segment_of(older->key)->block == v->watch->block;
    bool same_warp = same_block && older->lane / SIMT_WARP == v->me / SIMT_WARP;
    bool before = is_before(v, older->key, older->lane);
    bool races = !before && older->bytes & bytes && conflict(older->kind, v->kind, same_warp);
    if (races)
        race(v, older->key, older->lane, older->code, older->kind);
    return (before || races) && !(older->bytes & ~bytes) &&
           implies(v->kind, older->kind, same_warp);
}

static void start_plain(const struct visit *v, struct cell *c);

static void access_list(const struct visit *v, struct cell *c, unsigned bytes)
{
    struct cover cover = {.block = 0};
    unsigned own = v->key | (v->kind == SIMT_ATOMIC);
    bool there = false;
    for (unsigned *link = &c->lanes; *link;) {
        struct entry *older = &entries[*link];
        if (older->key < v->bound || meet(v, older, bytes)) {
            drop(v, link);
            continue;
        }
        if (older->kind == v->kind && !(bytes & ~older->bytes)) {
            there |= older->key == own && older->lane == v->me;
            add_cover(v, &cover, older);
        }
        link = &older->next;
    }
    bool covered = !simt_has_fences && (cover.blocks || cover.warps);
    if (!c->lanes && bytes == ALL && v->kind <= SIMT_ATOMIC)
        start_plain(v, c);
    else if (!there && !covered)
        push(v, c,
             (struct entry){own, v->code, 0, (unsigned short)v->me, (unsigned char)v->kind,
                            (unsigned char)bytes});
}

/* --- plain cells ------------------------------------------------------------------------- */

static void start_set(const struct visit *v, struct cell *c, unsigned key)
{
    struct detail *d = simt_detail(v->word);
    c->key = key;
    c->lanes = 1u << v->me % SIMT_WARP;
    d->code[0] = v->code;
    d->lane[0] = (unsigned short)v->me;
}

static void set_writer(const struct visit *v, struct cell *c)
{
    c->key = c->lanes = 0;
    c->writer = v->key;
    c->flags = v->me;
    simt_detail(v->word)->writer_code = v->code;
}

static void start_plain(const struct visit *v, struct cell *c)
{
    c->writer = c->flags = 0;
    if (v->kind == SIMT_WRITE)
        set_writer(v, c);
    else
        start_set(v, c, v->key | (v->kind == SIMT_ATOMIC));
}

static bool is_many_blocks(const struct cell *c)
{
    return (c->key & ~1u) == simt_era.first;
}

static bool is_many_warps(const struct cell *c)
{
    return (c->key & ~1u) == simt_segment_of(c->key)->interval;
}

static void second_example(const struct visit *v, struct cell *c, unsigned key, unsigned many)
{
    struct detail *d = simt_detail(v->word);
    if (!is_many_warps(c))
        d->key[0] = c->key;
    d->key[1] = key;
    d->lane[1] = (unsigned short)v->me;
    d->code[1] = v->code;
    c->key = many;
    c->lanes = 0;
}

static bool all_before(const struct visit *v, const struct cell *c)
{
    unsigned first = simt_detail(v->word)->lane[0] / SIMT_WARP * SIMT_WARP;
    for (unsigned lanes = c->lanes; lanes; lanes &= lanes - 1)
        if (!is_before(v, c->key, first + (unsigned)__builtin_ctz(lanes)))
            return false;
    return true;
}

static bool is_one(unsigned lanes)
{
    return (lanes & (lanes - 1)) == 0;
}

/* The lane reads what others of its warp have read in this segment. */
static bool join_warp(const struct visit *v, struct cell *c)
{
    struct detail *d = simt_detail(v->word);
    unsigned bit = 1u << v->me % SIMT_WARP;
    if (c->lanes & bit)
        return true;
    if (lanes_may_part() && v->code != d->code[0])
        return false;
    if (is_one(c->lanes)) {
        d->code[1] = v->code;
        d->lane[1] = (unsigned short)v->me;
    }
    c->lanes |= bit;
    return true;
}

/* Adds a read or an atomic to the set; false if it does not fit. */
static bool join_set(const struct visit *v, struct cell *c)
{
    unsigned odd = v->kind == SIMT_ATOMIC, key = v->key | odd;
    if (c->key >= v->bound && (c->key & 1) != odd)
        return false;
    if (c->key == key)
        return join_warp(v, c);
    if (c->key >= v->bound && is_many_blocks(c))
        return true;
    const struct simt_segment *segment = c->key >= v->bound ? simt_segment_of(c->key) : NULL;
    bool same_block = segment && segment->block == v->watch->block;
    if (!segment || (same_block && segment->interval != v->watch->base)) {
        start_set(v, c, key);
        return true;
    }
    if (same_block && is_many_warps(c))
        return true;
    if (same_block && simt_detail(v->word)->lane[0] / SIMT_WARP == v->me / SIMT_WARP) {
        if (!all_before(v, c))
            return false;
        start_set(v, c, key);
        return true;
    }
    if (simt_has_fences)
        return false;
    second_example(v, c, key, (same_block ? v->watch->base : simt_era.first) | odd);
    return true;
}

static void check_writer(const struct visit *v, const struct cell *c)
{
    unsigned number = c->flags & LANE;
    if (c->writer >= v->bound && !is_before(v, c->writer, number))
        race(v, c->writer, number, simt_detail(v->word)->writer_code, SIMT_WRITE);
}

/* The access conflicts with those of lanes of one warp. */
static void check_warp(const struct visit *v, const struct cell *c, enum simt_access kind)
{
    const struct detail *d = simt_detail(v->word);
    unsigned first = d->lane[0] / SIMT_WARP * SIMT_WARP, told = 0;
    for (unsigned lanes = c->lanes; lanes && lanes_may_part(); lanes &= lanes - 1) {
        unsigned number = first + (unsigned)__builtin_ctz(lanes);
        if (!is_before(v, c->key, number)) {
            race(v, c->key, number, d->code[0], kind);
            return;
        }
    }
    for (int i = 0; i < (is_one(c->lanes) ? 1 : 2); i++)
        if (!lanes_may_part() && !is_before(v, c->key, d->lane[i]) && d->code[i] != told) {
            race(v, c->key, d->lane[i], d->code[i], kind);
            told = d->code[i];
        }
}

/* The access conflicts with those of the set. */
static void check_set(const struct visit *v, const struct cell *c)
{
    const struct detail *d = simt_detail(v->word);
    enum simt_access kind = c->key & 1 ? SIMT_ATOMIC : SIMT_READ;
    if (c->key < v->bound)
        return;
    if (is_many_blocks(c) || is_many_warps(c)) {
        for (int i = 0; i < 2; i++)
            if (!is_before(v, d->key[i], d->lane[i])) {
                race(v, d->key[i], d->lane[i], d->code[i], kind);
                return;
            }
        return;
    }
    check_warp(v, c, kind);
}

static void list_warp(const struct visit *v, struct cell *c, const struct cell *was,
                      unsigned char kind)
{
    const struct detail *d = simt_detail(v->word);
    unsigned first = d->lane[0] / SIMT_WARP * SIMT_WARP;
    for (unsigned lanes = was->lanes; lanes && lanes_may_part(); lanes &= lanes - 1) {
        unsigned number = first + (unsigned)__builtin_ctz(lanes);
        push(v, c, (struct entry){was->key, d->code[0], 0, (unsigned short)number, kind, ALL});
    }
    for (int i = 0; i < (is_one(was->lanes) ? 1 : 2) && !lanes_may_part(); i++)
        push(v, c, (struct entry){was->key, d->code[i], 0, d->lane[i], kind, ALL});
}

static void make_list(const struct visit *v, struct cell *c)
{
    const struct detail *d = simt_detail(v->word);
    struct cell was = *c;
    unsigned char kind = was.key & 1 ? SIMT_ATOMIC : SIMT_READ;
    *c = (struct cell){.key = simt_era.list};
    if (was.writer >= v->bound)
        push(v, c,
             (struct entry){was.writer, d->writer_code, 0, (unsigned short)(was.flags & LANE),
                            SIMT_WRITE, ALL});
    if (was.key < v->bound)
        return;
    if (is_many_blocks(&was) || is_many_warps(&was)) {
        for (int i = 0; i < 2; i++)
            push(v, c, (struct entry){d->key[i], d->code[i], 0, d->lane[i], kind, ALL});
        return;
    }
    list_warp(v, c, &was, kind);
}

static void access_plain(const struct visit *v, struct cell *c)
{
    check_writer(v, c);
    if (v->kind == SIMT_WRITE) {
        check_set(v, c);
        set_writer(v, c);
        return;
    }
    if ((v->kind == SIMT_ATOMIC) != (c->key & 1))
        check_set(v, c);
    if (join_set(v, c))
        return;
    make_list(v, c);
    push(v, c,
         (struct entry){v->key | (v->kind == SIMT_ATOMIC), v->code, 0, (unsigned short)v->me,
                        (unsigned char)v->kind, ALL});
}

/* --- bytes ------------------------------------------------------------------------------- */

/* 8 bytes for each byte of the word: in the cell for the first, in the detail for the rest. */
struct byte {
    unsigned key;
    unsigned lane : 10, written : 1, code : 21;
};

static struct byte get_byte(const struct visit *v, const struct cell *c, unsigned i)
{
    struct byte byte;
    const char *at =
        i ? (const char *)simt_detail(v->word) + 8 * (i - 1) : (const char *)&c->lanes;
    memcpy(&byte, at, sizeof byte);
    return byte;
}

static void put_byte(const struct visit *v, struct cell *c, unsigned i, struct byte byte)
{
    char *at = i ? (char *)simt_detail(v->word) + 8 * (i - 1) : (char *)&c->lanes;
    memcpy(at, &byte, sizeof byte);
}

static void make_bytes(const struct visit *v, struct cell *c)
{
    c->key = simt_era.bytes;
    c->flags = IN_BYTES;
    for (unsigned i = 0; i < 4; i++)
        put_byte(v, c, i, (struct byte){.key = 0});
}

static void make_list_of_bytes(const struct visit *v, struct cell *c)
{
    struct byte byte[4];
    for (unsigned i = 0; i < 4; i++)
        byte[i] = get_byte(v, c, i);
    *c = (struct cell){.key = simt_era.list};
    for (unsigned i = 0; i < 4; i++)
        if (byte[i].key >= v->bound)
            push(v, c,
                 (struct entry){byte[i].key, byte[i].code, 0, (unsigned short)byte[i].lane,
                                byte[i].written ? SIMT_WRITE : SIMT_READ,
                                (unsigned char)(1 << i)});
}

/* Whether the byte can be kept as one access of one thread after this one. */
static bool fits(const struct visit *v, struct byte byte)
{
    if (byte.key < v->bound || v->kind == SIMT_WRITE)
        return true;
    if (byte.written)
        return byte.key == v->key && byte.lane == v->me;
    return is_before(v, byte.key, byte.lane);
}

static void access_byte(const struct visit *v, struct cell *c, unsigned i)
{
    struct byte byte = get_byte(v, c, i);
    bool writes = v->kind == SIMT_WRITE;
    if (byte.key >= v->bound && (writes || byte.written) && !is_before(v, byte.key, byte.lane))
        race(v, byte.key, byte.lane, byte.code, byte.written ? SIMT_WRITE : SIMT_READ);
    if (byte.key == v->key && byte.written && !writes)
        return;
    put_byte(v, c, i, (struct byte){v->key, v->me, writes, v->code & ((1 << 21) - 1)});
}

static void access_bytes(const struct visit *v, struct cell *c, unsigned bytes)
{
    bool all_fit = v->kind <= SIMT_WRITE;
    for (unsigned rest = bytes; rest && all_fit; rest &= rest - 1)
        all_fit = fits(v, get_byte(v, c, (unsigned)__builtin_ctz(rest)));
    if (!all_fit) {
        make_list_of_bytes(v, c);
        access_list(v, c, bytes);
        return;
    }
    for (unsigned rest = bytes; rest; rest &= rest - 1)
        access_byte(v, c, (unsigned)__builtin_ctz(rest));
}

/* --- any cell ---------------------------------------------------------------------------- */

static struct cell take(const struct visit *v, struct cell *in_memory)
{
    struct cell c = *in_memory;
    unsigned long long first = (unsigned long long)c.lanes << 32 | c.key;
    c.writer &= ~SIMT_LONE;
    if (v->alone)
        return c;
    do
        first = __atomic_exchange_n((unsigned long long *)in_memory, TAKEN, __ATOMIC_ACQUIRE);
    while ((unsigned)first == TAKEN);
    c = *in_memory;
    c.writer &= ~SIMT_LONE;
    c.key = (unsigned)first;
    c.lanes = (unsigned)(first >> 32);
    return c;
}

/* Whether the next lane of the set's warp is to be written down, too. */
static bool is_lone(const struct cell *c)
{
    bool in_warp = c->key > simt_era.bytes && c->lanes;
    return in_warp && (lanes_may_part() || is_one(c->lanes));
}

static void give_back(const struct visit *v, struct cell *in_memory, struct cell c)
{
    c.writer |= is_lone(&c) ? SIMT_LONE : 0;
    if (v->alone) {
        *in_memory = c;
        return;
    }
    in_memory->writer = c.writer;
    in_memory->flags = c.flags;
    __atomic_store_n((unsigned long long *)in_memory, (unsigned long long)c.lanes << 32 | c.key,
                     __ATOMIC_RELEASE);
}

static void access_cell(const struct visit *v, unsigned bytes)
{
    struct cell *in_memory = simt_cell(v->word), c = take(v, in_memory);
    bool listed = c.key == simt_era.list, in_bytes = c.key == simt_era.bytes;
    if (!in_bytes && c.flags & IN_BYTES) /* of an older launch */
        c.writer = c.flags = 0;
    bool whole = bytes == ALL && v->kind <= SIMT_ATOMIC;
    if (!listed && !in_bytes && !whole) {
        if (c.key >= v->bound || c.writer >= v->bound || v->kind > SIMT_WRITE)
            make_list(v, &c), listed = true;
        else
            make_bytes(v, &c), in_bytes = true;
    }
    if (listed)
        access_list(v, &c, bytes);
    else if (in_bytes)
        access_bytes(v, &c, bytes);
    else
        access_plain(v, &c);
    give_back(v, in_memory, c);
}

void simt_race_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                      enum simt_access kind, const void *code)
{
    struct watch *watch = worker_of(lane)->watch;
    bool shared = simt_is_shared(shadow);
    struct visit v = {
        .watch = watch,
        .me = lane->seen.number,
        .key = watch->key[lane->seen.number],
        .bound = shared ? watch->base : simt_era.first,
        .code = simt_code_offset(code),
        .kind = kind,
        .alone = shared || simt_era.alone,
        .address = address,
        .shadow = shadow,
        .size = size,
    };
    uintptr_t end = shadow + size;
    for (v.word = shadow & ~(uintptr_t)3; v.word < end; v.word += 4) {
        unsigned bytes = ALL;
        if (v.word < shadow)
            bytes &= ALL << (shadow - v.word);
        if (end - v.word < 4)
            bytes &= ALL >> (4 - (end - v.word));
        if (is_write(kind))
            __atomic_store_n(&watch->last_write, v.word, __ATOMIC_RELEASE);
        access_cell(&v, bytes);
    }
}

bool simt_race_first_read(const struct lane *lane, uintptr_t word, const void *code)
{
    struct watch *watch = worker_of(lane)->watch;
    unsigned me = lane->seen.number;
    struct visit v = {
        .watch = watch,
        .me = me,
        .key = watch->key[me],
        .bound = simt_era.first,
        .code = simt_code_offset(code),
        .alone = simt_era.alone,
        .word = word,
    };
    struct cell *in_memory = simt_cell(word), c = take(&v, in_memory);
    bool first = c.key < simt_era.first;
    bool second =
        c.key > simt_era.bytes && !(c.key & 1) && simt_segment_of(c.key)->block != watch->block;
    bool done = c.writer < simt_era.first && (first || second) &&
                simt_is_addressable(word, 4) && simt_is_initialised(word, 4);
    if (done && first)
        start_set(&v, &c, v.key);
    else if (done)
        second_example(&v, &c, v.key, simt_era.first);
    if (done)
        c.flags = 0;
    give_back(&v, in_memory, c);
    return done;
}

/* --- dates ------------------------------------------------------------------------------- */

static void date_segments(const struct watch *watch, unsigned key, unsigned count)
{
    unsigned at = (key - simt_era.first) / 2;
    if (at + count > SIMT_MOST_SEGMENTS) {
        fputs("simt: a launch of so many blocks and barriers cannot be checked\n", stderr);
        abort();
    }
    for (unsigned i = 0; i < count; i++)
        simt_segments[at + i] = (struct simt_segment){watch->block, watch->base};
}

unsigned simt_new_segments(const struct watch *watch, unsigned count)
{
    unsigned key = __atomic_fetch_add(&next_key, 2 * count, __ATOMIC_RELAXED);
    date_segments(watch, key, count);
    return key;
}

unsigned simt_new_interval(struct watch *watch, unsigned count)
{
    unsigned key = __atomic_fetch_add(&next_key, 2 * count, __ATOMIC_RELAXED);
    watch->base = key;
    date_segments(watch, key, count);
    return key;
}

/* Keys run out after some thousand large launches: then all cells are forgotten. */
void simt_begin_era(bool alone)
{
    if (next_key > LAST_KEY / 2) {
        simt_forget_cells();
        next_key = 16;
    }
    simt_era.first = next_key;
    simt_era.list = next_key + 2;
    simt_era.bytes = next_key + 3;
    simt_era.alone = alone;
    next_key += 4;
    entries_given = 1;
}
