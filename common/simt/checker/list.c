/* Race cells that keep a list of accesses: each that is not implied by a later one. Those that
 * are no crowd's begin at the cell's `lanes`; its `flags` are the head of the crowds. */
#include "checker/crowd.h"
#include "checker/list.h"

enum { ENTRY_SHARE = 1024 }; /* that a worker takes at once */

/* --- lists -------------------------------------------------------------------------------- */

struct entry {
    unsigned key, code, next;
    unsigned short lane;
    unsigned char kind : 7, polled : 1; /* the lane has read it so more than once */
    unsigned char bytes;
};
_Static_assert(sizeof(struct entry) == SIMT_ENTRY_BYTES, "see window.h");

static struct entry *const entries = (struct entry *)SIMT_ENTRIES;
static unsigned entries_given = 1;

/* 0 where there are no more: then something is forgotten. */
static unsigned new_entry(struct block_state *state)
{
    unsigned at = state->free_entry;
    if (at) {
        state->free_entry = entries[at].next;
        return at;
    }
    if (state->fresh_entry == state->last_entry) {
        unsigned share = __atomic_fetch_add(&entries_given, ENTRY_SHARE, __ATOMIC_RELAXED);
        if (share > SIMT_MOST_ENTRIES - ENTRY_SHARE)
            return 0;
        state->fresh_entry = share;
        state->last_entry = share + ENTRY_SHARE;
    }
    return state->fresh_entry++;
}

/* Where the list begins for an access of this kind. */
static unsigned *list_for(const struct visit *v, struct cell *c, struct entry entry)
{
    enum simt_crowd crowd = simt_has_fences ? simt_crowd_of(entry.kind) : SIMT_NO_CROWD;
    if (crowd == SIMT_NO_CROWD)
        return &c->lanes;
    return simt_entries_of_part(simt_part_of(&c->flags, v->word, crowd, entry.key, entry.lane));
}

static void push(const struct visit *v, struct cell *c, struct entry entry)
{
    unsigned at = new_entry(v->state), *list = list_for(v, c, entry);
    if (!at)
        return;
    entries[at] = entry;
    entries[at].next = *list;
    *list = at;
}

static void drop(const struct visit *v, unsigned *link)
{
    unsigned at = *link;
    *link = entries[at].next;
    entries[at].next = v->state->free_entry;
    v->state->free_entry = at;
}

/* Two accesses of this kind from other blocks, or from other warps of this interval, do for any
 * number more. */
struct cover {
    unsigned block, warp;
    bool one_block, blocks, one_warp, warps;
};

static void add_cover(const struct visit *v, struct cover *cover, const struct entry *entry)
{
    const struct simt_epoch *epoch = simt_epoch_of(entry->key);
    unsigned warp = entry->lane / SIMT_WARP;
    cover->blocks |= cover->one_block && epoch->block != cover->block;
    cover->block = epoch->block;
    cover->one_block = true;
    if (epoch->interval != v->state->base)
        return;
    cover->warps |= cover->one_warp && warp != cover->warp;
    cover->warp = warp;
    cover->one_warp = true;
}

/* Who overwrites by volatile what it has read there comes after the one who wrote it. */
static bool has_seen(const struct visit *v, const struct entry *older)
{
    return v->kind == SIMT_VOLATILE_WRITE && older->kind == SIMT_VOLATILE_WRITE &&
           simt_has_seen_write(v->state, v->me, v->shadow, older->key, older->lane);
}

/* What the visit has seen of the list. */
struct seen {
    struct cover cover;
    struct entry
        open;   /* which nothing orders before the visit; its key is 0 if there is none */
    bool there; /* the same access */
    bool more;  /* accesses that are still kept */
    bool own;   /* the lane writes by volatile what it has looked at, or written to, before */
};

/* Volatile and atomic accesses count as strong, so that two of them are no race, and most are
 * flags. But where a thread writes by volatile what it has not looked at, beside an atomic or a
 * look that is not repeated as one at a flag is, or where who holds a lock reads what another
 * has written without it, nothing says which of the two is first. */
static bool is_open(const struct visit *v, const struct entry *older)
{
    bool looks = older->kind == SIMT_VOLATILE_READ && !older->polled;
    if (v->kind == SIMT_VOLATILE_READ)
        return older->kind == SIMT_VOLATILE_WRITE && v->state->held[v->me].hold;
    return v->kind == SIMT_VOLATILE_WRITE && (looks || simt_is_atomic(older->kind));
}

/* Meets one older access; true if that need not be kept. */
static bool meet(const struct visit *v, const struct entry *older, unsigned bytes,
                 struct seen *seen)
{
    bool same_block = simt_epoch_of(older->key)->block == v->state->block;
    bool same_warp = same_block && older->lane / SIMT_WARP == v->me / SIMT_WARP;
    bool before = simt_is_before_visit(v, older->key, older->lane) || has_seen(v, older);
    bool conflict = simt_conflict(older->kind, v->kind, same_warp) ||
                    simt_is_out_of_scope(older->kind, v->kind, same_block);
    bool races = !before && older->bytes & bytes && conflict;
    if (races)
        simt_race_with(v, older->key, older->lane, older->code, older->kind);
    else if (!before && older->bytes & bytes && !same_warp && is_open(v, older))
        seen->open = *older;
    seen->own |= same_block && older->lane == v->me && v->kind == SIMT_VOLATILE_WRITE;
    return (before || races) && !(older->bytes & ~bytes) &&
           simt_implies(v->kind, older->kind, same_warp);
}

/* The list is empty, and the visit begins anew. */
static void make_plain(const struct visit *v, struct cell *c)
{
    if (simt_has_fences)
        simt_forget_crowds_of(&c->flags);
    c->writer = c->flags = 0;
    if (v->kind == SIMT_WRITE)
        simt_cell_write(c, simt_detail(v->word), v->key, v->me, v->code);
    else
        simt_cell_begin_set(c, simt_detail(v->word), v->key | (v->kind == SIMT_ATOMIC), v->me,
                            v->code);
}

/* The visit meets all that begin there. */
static void meet_all(const struct visit *v, unsigned *link, unsigned bytes, struct seen *seen)
{
    unsigned own = v->key | (v->kind == SIMT_ATOMIC);
    while (*link) {
        struct entry *older = &entries[*link];
        if (older->key < v->bound || meet(v, older, bytes, seen)) {
            drop(v, link);
            continue;
        }
        if (older->kind == v->kind && !(bytes & ~older->bytes)) {
            bool again = older->key == own && older->lane == v->me;
            older->polled |= again;
            seen->there |= again;
            add_cover(v, &seen->cover, older);
        }
        seen->more = true;
        link = &older->next;
    }
}

/* Of a crowd without conflicts only what the own warp has done may be out of date. */
static void meet_crowd(const struct visit *v, struct cell *c, enum simt_crowd crowd,
                       unsigned bytes, struct seen *seen)
{
    unsigned part = simt_first_part(c->flags, crowd);
    if (crowd != simt_crowd_of(v->kind)) {
        for (; part; part = simt_next_part(part))
            meet_all(v, simt_entries_of_part(part), bytes, seen);
    } else if (part) {
        seen->more = true;
        part = simt_part_of(&c->flags, v->word, crowd, v->key, v->me);
        meet_all(v, simt_entries_of_part(part), bytes, seen);
    }
}

void simt_list_access(const struct visit *v, struct cell *c, unsigned bytes)
{
    unsigned own = v->key | (v->kind == SIMT_ATOMIC);
    struct seen seen = {.there = false};
    meet_all(v, &c->lanes, bytes, &seen);
    for (enum simt_crowd crowd = 0; simt_has_fences && crowd < SIMT_NO_CROWD; crowd++)
        meet_crowd(v, c, crowd, bytes, &seen);
    if (seen.open.key && !seen.own)
        simt_note_open_pair(v, seen.open.key, seen.open.lane, seen.open.code, seen.open.kind);
    bool covered = !simt_has_fences && (seen.cover.blocks || seen.cover.warps);
    if (!seen.more && bytes == SIMT_ALL_BYTES && v->kind <= SIMT_ATOMIC)
        make_plain(v, c);
    else if (!seen.there && !covered)
        push(v, c,
             (struct entry){own, v->code, 0, (unsigned short)v->me, (unsigned char)v->kind, 0,
                            (unsigned char)bytes});
}

void simt_list_begin(struct cell *c)
{
    *c = (struct cell){.key = simt_launch_state.list};
}

void simt_list_add(const struct visit *v, struct cell *c, unsigned key, unsigned code,
                   unsigned number, enum simt_access kind, unsigned bytes)
{
    push(v, c,
         (struct entry){key, code, 0, (unsigned short)number, (unsigned char)kind, 0,
                        (unsigned char)bytes});
}

void simt_forget_lists(void)
{
    entries_given = 1;
    if (simt_has_fences)
        simt_forget_crowds();
}

/* --- from plain cells --------------------------------------------------------------------- */

static void list_warp(const struct visit *v, struct cell *c, const struct cell *was,
                      unsigned char kind)
{
    const struct detail *d = simt_detail(v->word);
    unsigned first = d->lane[0] / SIMT_WARP * SIMT_WARP;
    for (unsigned lanes = was->lanes; lanes && simt_lanes_may_part(); lanes &= lanes - 1) {
        unsigned number = first + (unsigned)__builtin_ctz(lanes);
        push(v, c,
             (struct entry){was->key, d->code[0], 0, (unsigned short)number, kind, 0,
                            SIMT_ALL_BYTES});
    }
    for (int i = 0; i < (simt_is_one(was->lanes) ? 1 : 2) && !simt_lanes_may_part(); i++)
        push(v, c,
             (struct entry){was->key, d->code[i], 0, d->lane[i], kind, 0, SIMT_ALL_BYTES});
}

void simt_list_plain(const struct visit *v, struct cell *c)
{
    const struct detail *d = simt_detail(v->word);
    struct cell was = *c;
    unsigned char kind = was.key & 1 ? SIMT_ATOMIC : SIMT_READ;
    simt_list_begin(c);
    if (was.writer >= v->bound)
        push(v, c,
             (struct entry){was.writer, d->writer_code, 0,
                            (unsigned short)(was.flags & SIMT_CELL_LANE), SIMT_WRITE, 0,
                            SIMT_ALL_BYTES});
    if (was.key < v->bound)
        return;
    if (simt_is_many_blocks(&was) || simt_is_many_warps(&was)) {
        for (int i = 0; i < 2; i++)
            push(v, c,
                 (struct entry){d->key[i], d->code[i], 0, d->lane[i], kind, 0, SIMT_ALL_BYTES});
        return;
    }
    list_warp(v, c, &was, kind);
}
