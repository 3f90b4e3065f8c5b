/* Races, exactly: the slow path of the race cells.
 *
 * - simt_race_access()      an access to any number of bytes
 * - simt_race_first_read()  the second path: the first read of a word, or of a block
 * - simt_code_of_read()     which line has read a word
 *
 * cell.h says what a cell's modes are; here are plain cells, and how a worker takes a cell. */
#include "checker/block_state.h"
#include "checker/bytes.h"
#include "checker/cell.h"
#include "checker/list.h"
#include "checker/pairs.h"
#include "checker/race.h"
#include "checker/shadow.h"
#include "grid/lines.h"

#define TAKEN (~0u) /* as a key: another worker has the cell */

/* --- plain cells -------------------------------------------------------------------------- */

static void begin_set(const struct visit *v, struct cell *c, unsigned key)
{
    simt_cell_begin_set(c, simt_detail(v->word), key, v->me, v->code);
}

/* The visit widens the set to one of many warps or blocks, unless it is one already: then it
 * becomes the second example. */
static void widen(const struct visit *v, struct cell *c, unsigned key, unsigned many)
{
    struct detail *d = simt_detail(v->word);
    unsigned first = simt_is_many_warps(c) ? d->key[0] : c->key;
    simt_cell_widen(c, d, first, key, v->me, v->code, many);
}

static bool all_before(const struct visit *v, const struct cell *c)
{
    unsigned first = simt_detail(v->word)->lane[0] / SIMT_WARP * SIMT_WARP;
    for (unsigned lanes = c->lanes; lanes; lanes &= lanes - 1)
        if (!simt_is_before_visit(v, c->key, first + (unsigned)__builtin_ctz(lanes)))
            return false;
    return true;
}

/* The lane reads what others of its warp have read in this epoch. */
static bool join_warp(const struct visit *v, struct cell *c)
{
    struct detail *d = simt_detail(v->word);
    unsigned bit = 1u << v->me % SIMT_WARP;
    if (c->lanes & bit)
        return true;
    if (simt_lanes_may_part() && v->code != d->code[0])
        return false;
    if (simt_is_one(c->lanes))
        simt_cell_add_second(c, d, v->me, v->code);
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
    if (c->key >= v->bound && simt_is_many_blocks(c))
        return true;
    const struct simt_epoch *epoch = c->key >= v->bound ? simt_epoch_of(c->key) : NULL;
    bool same_block = epoch && epoch->block == v->state->block;
    if (!epoch || (same_block && epoch->interval != v->state->base)) {
        begin_set(v, c, key);
        return true;
    }
    if (same_block && simt_is_many_warps(c))
        return true;
    if (same_block && simt_detail(v->word)->lane[0] / SIMT_WARP == v->me / SIMT_WARP) {
        if (!all_before(v, c))
            return false;
        begin_set(v, c, key);
        return true;
    }
    if (simt_has_fences)
        return false;
    widen(v, c, key, (same_block ? v->state->base : simt_launch_state.first) | odd);
    return true;
}

static void check_writer(const struct visit *v, const struct cell *c)
{
    unsigned number = c->flags & SIMT_CELL_LANE;
    if (c->writer >= v->bound && !simt_is_before_visit(v, c->writer, number))
        simt_race_with(v, c->writer, number, simt_detail(v->word)->writer_code, SIMT_WRITE);
}

/* The access conflicts with those of lanes of one warp. */
static void check_warp(const struct visit *v, const struct cell *c, enum simt_access kind)
{
    const struct detail *d = simt_detail(v->word);
    unsigned first = d->lane[0] / SIMT_WARP * SIMT_WARP, told = 0;
    for (unsigned lanes = c->lanes; lanes && simt_lanes_may_part(); lanes &= lanes - 1) {
        unsigned number = first + (unsigned)__builtin_ctz(lanes);
        if (!simt_is_before_visit(v, c->key, number)) {
            simt_race_with(v, c->key, number, d->code[0], kind);
            return;
        }
    }
    for (int i = 0; i < (simt_is_one(c->lanes) ? 1 : 2); i++)
        if (!simt_lanes_may_part() && !simt_is_before_visit(v, c->key, d->lane[i]) &&
            d->code[i] != told) {
            simt_race_with(v, c->key, d->lane[i], d->code[i], kind);
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
    if (simt_is_many_blocks(c) || simt_is_many_warps(c)) {
        for (int i = 0; i < 2; i++)
            if (!simt_is_before_visit(v, d->key[i], d->lane[i])) {
                simt_race_with(v, d->key[i], d->lane[i], d->code[i], kind);
                return;
            }
        return;
    }
    check_warp(v, c, kind);
}

static void access_plain(const struct visit *v, struct cell *c)
{
    check_writer(v, c);
    if (v->kind == SIMT_WRITE) {
        check_set(v, c);
        simt_cell_write(c, simt_detail(v->word), v->key, v->me, v->code);
        return;
    }
    if ((v->kind == SIMT_ATOMIC) != (c->key & 1))
        check_set(v, c);
    if (join_set(v, c))
        return;
    simt_list_plain(v, c);
    simt_list_add(v, c, v->key | (v->kind == SIMT_ATOMIC), v->code, v->me, v->kind,
                  SIMT_ALL_BYTES);
}

/* --- any cell ----------------------------------------------------------------------------- */

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
    bool in_warp = c->key > simt_launch_state.bytes && c->lanes;
    return in_warp && (simt_lanes_may_part() || simt_is_one(c->lanes));
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
    bool listed = c.key == simt_launch_state.list, in_bytes = c.key == simt_launch_state.bytes;
    if (!listed && !in_bytes && c.flags & SIMT_IN_BYTES) /* of an older launch */
        c.writer = c.flags = 0;
    bool whole = bytes == SIMT_ALL_BYTES && v->kind <= SIMT_ATOMIC;
    if (!listed && !in_bytes && !whole) {
        if (c.key >= v->bound || c.writer >= v->bound || v->kind > SIMT_WRITE)
            simt_list_plain(v, &c), listed = true;
        else
            simt_bytes_begin(v, &c), in_bytes = true;
    }
    if (listed)
        simt_list_access(v, &c, bytes);
    else if (in_bytes)
        simt_bytes_access(v, &c, bytes);
    else
        access_plain(v, &c);
    give_back(v, in_memory, c);
}

void simt_race_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                      enum simt_access kind, const void *code)
{
    struct block_state *state = worker_of(lane)->state;
    bool shared = simt_is_shared(shadow);
    struct visit v = {
        .state = state,
        .me = lane->seen.number,
        .key = state->key[lane->seen.number],
        .bound = shared ? state->base : simt_launch_state.first,
        .code = simt_code_offset(code),
        .kind = kind,
        .alone = shared || simt_launch_state.alone,
        .address = address,
        .shadow = shadow,
        .size = size,
    };
    uintptr_t end = shadow + size;
    for (v.word = shadow & ~(uintptr_t)3; v.word < end; v.word += 4) {
        unsigned bytes = SIMT_ALL_BYTES;
        if (v.word < shadow)
            bytes &= SIMT_ALL_BYTES << (shadow - v.word);
        if (end - v.word < 4)
            bytes &= SIMT_ALL_BYTES >> (4 - (end - v.word));
        if (simt_is_write(kind))
            __atomic_store_n(&state->last_write, v.word, __ATOMIC_RELEASE);
        access_cell(&v, bytes);
    }
}

bool simt_race_first_read(const struct lane *lane, uintptr_t word, const void *code)
{
    struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number;
    struct visit v = {
        .state = state,
        .me = me,
        .key = state->key[me],
        .bound = simt_launch_state.first,
        .code = simt_code_offset(code),
        .alone = simt_launch_state.alone,
        .word = word,
    };
    struct cell *in_memory = simt_cell(word), c = take(&v, in_memory);
    bool first = c.key < simt_launch_state.first;
    bool second = c.key > simt_launch_state.bytes && !(c.key & 1) &&
                  simt_epoch_of(c.key)->block != state->block;
    bool done = c.writer < simt_launch_state.first && (first || second) &&
                simt_is_addressable(word, 4) && simt_is_initialised_whole(word, 4);
    if (done && first)
        begin_set(&v, &c, v.key);
    else if (done)
        widen(&v, &c, v.key, simt_launch_state.first);
    if (done)
        c.flags = 0;
    give_back(&v, in_memory, c);
    return done;
}

/* Of a set of many there are two examples; of one warp's, all whose line is the same. */
static unsigned code_in_set(const struct visit *v, const struct cell *c)
{
    const struct detail *d = simt_detail(v->word);
    bool many = simt_is_many_blocks(c) || simt_is_many_warps(c);
    for (int i = 0; i < (simt_is_one(c->lanes) && !many ? 1 : 2); i++) {
        unsigned key = many ? d->key[i] : c->key;
        if (d->lane[i] == v->me && simt_epoch_of(key)->block == v->state->block)
            return d->code[i];
    }
    bool is_in = !many && simt_epoch_of(c->key)->block == v->state->block &&
                 d->lane[0] / SIMT_WARP == v->me / SIMT_WARP &&
                 c->lanes >> v->me % SIMT_WARP & 1;
    return is_in && d->code[0] == d->code[1] ? d->code[0] : 0;
}

unsigned simt_code_of_read(const struct lane *lane, uintptr_t shadow)
{
    struct block_state *state = worker_of(lane)->state;
    bool shared = simt_is_shared(shadow);
    struct visit v = {
        .state = state,
        .me = lane->seen.number,
        .bound = shared ? state->base : simt_launch_state.first,
        .alone = shared || simt_launch_state.alone,
        .word = shadow & ~(uintptr_t)3,
    };
    struct cell *in_memory = simt_cell(v.word), c = take(&v, in_memory);
    bool is_set = c.key >= v.bound && !(c.key & 1) && c.key != simt_launch_state.list &&
                  c.key != simt_launch_state.bytes;
    unsigned code = is_set ? code_in_set(&v, &c) : 0;
    give_back(&v, in_memory, c);
    return code;
}
