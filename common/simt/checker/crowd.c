/* Crowds: see crowd.h. Of shared memory a word's parts are few, a warp each: they are looked
 * through. Of global memory they may be as many as the grid has warps: a hash table has those
 * of all words. */
#include <string.h>
#include "checker/crowd.h"
#include "cuda/records.h"

struct place {
    uintptr_t word;
    unsigned block, warp, crowd;
};

static struct part {
    struct place place;
    unsigned entries, next;
    unsigned same_hash; /* the next one that has it, or that is free */
} *parts;               /* [0] is none */
static unsigned parts_used = 1, parts_size, parts_free;

/* Where a word's crowds begin. */
static struct head {
    unsigned first[SIMT_NO_CROWD]; /* of one that is free: the next such */
} *heads;                          /* [0] is none */
static unsigned heads_used = 1, heads_size, heads_free;

static unsigned *table;
static unsigned table_size, table_used; /* a power of two */

static unsigned hash_of(struct place place)
{
    unsigned long long hash = place.word / 4 * 0x9e3779b97f4a7c15ull;
    hash ^= (unsigned long long)place.block << 7 ^ place.warp << 1 ^ place.crowd;
    hash *= 0xff51afd7ed558ccdull;
    return (unsigned)(hash >> 32);
}

static unsigned *slot_of(struct place place)
{
    return &table[hash_of(place) & (table_size - 1)];
}

static bool is_at(const struct part *part, struct place place)
{
    return part->place.word == place.word && part->place.block == place.block &&
           part->place.warp == place.warp && part->place.crowd == place.crowd;
}

static unsigned find_in_table(struct place place)
{
    unsigned at = table_size ? *slot_of(place) : 0;
    while (at && !is_at(&parts[at], place))
        at = parts[at].same_hash;
    return at;
}

static unsigned find(unsigned head, struct place place)
{
    unsigned at = simt_first_part(head, place.crowd);
    if (!simt_is_shared(place.word))
        return at ? find_in_table(place) : 0;
    while (at && parts[at].place.warp != place.warp)
        at = parts[at].next;
    return at;
}

static void put(unsigned part)
{
    unsigned *slot = slot_of(parts[part].place);
    parts[part].same_hash = *slot;
    *slot = part;
}

static void take_out(unsigned part)
{
    unsigned *link = slot_of(parts[part].place);
    while (*link != part)
        link = &parts[*link].same_hash;
    *link = parts[part].same_hash;
    table_used--;
}

static void grow_table(void)
{
    unsigned was = table_size, *old = table;
    table_size = was ? 2 * was : 256;
    table = simt_grow_record(NULL, 0, table_size * sizeof *table);
    for (unsigned i = 0; i < was; i++)
        for (unsigned at = old[i], next; at; at = next) {
            next = parts[at].same_hash;
            put(at);
        }
    simt_free_record(old);
}

static unsigned free_part(void)
{
    unsigned part = parts_free;
    if (part) {
        parts_free = parts[part].same_hash;
        return part;
    }
    if (parts_used >= parts_size) {
        size_t was = parts_size;
        parts_size = was ? 2 * parts_size : 256;
        parts = simt_grow_record(parts, was * sizeof *parts, parts_size * sizeof *parts);
    }
    return parts_used++;
}

static unsigned new_head(void)
{
    unsigned head = heads_free;
    if (head)
        heads_free = heads[head].first[0];
    else
        head = heads_used++;
    if (head >= heads_size) {
        size_t was = heads_size;
        heads_size = was ? 2 * heads_size : 256;
        heads = simt_grow_record(heads, was * sizeof *heads, heads_size * sizeof *heads);
    }
    heads[head] = (struct head){{0}};
    return head;
}

static unsigned add(struct place place, unsigned next)
{
    bool hashed = !simt_is_shared(place.word);
    if (hashed && table_used == table_size)
        grow_table();
    unsigned part = free_part();
    parts[part] = (struct part){.place = place, .next = next};
    if (hashed) {
        put(part);
        table_used++;
    }
    return part;
}

enum simt_crowd simt_crowd_of(enum simt_access kind)
{
    if (simt_is_read(kind))
        return SIMT_READERS;
    return kind == SIMT_ATOMIC ? SIMT_ATOMICS : SIMT_NO_CROWD;
}

unsigned simt_first_part(unsigned head, enum simt_crowd crowd)
{
    return head ? heads[head].first[crowd] : 0;
}

unsigned simt_next_part(unsigned part)
{
    return parts[part].next;
}

/* Only the running block uses this shared memory: entries of other blocks are too old. */
unsigned simt_part_of(unsigned *head, uintptr_t word, enum simt_crowd crowd, unsigned key,
                      unsigned number)
{
    unsigned block = simt_is_shared(word) ? 0 : simt_epoch_of(key)->block;
    struct place place = {word, block, number / SIMT_WARP, crowd};
    unsigned part = find(*head, place);
    if (part)
        return part;
    if (!*head)
        *head = new_head();
    part = add(place, heads[*head].first[crowd]);
    heads[*head].first[crowd] = part;
    return part;
}

unsigned *simt_entries_of_part(unsigned part)
{
    return &parts[part].entries;
}

static void forget(unsigned part)
{
    if (!simt_is_shared(parts[part].place.word))
        take_out(part);
    parts[part].same_hash = parts_free;
    parts_free = part;
}

void simt_forget_crowds_of(unsigned *head)
{
    if (!*head)
        return;
    for (enum simt_crowd crowd = 0; crowd < SIMT_NO_CROWD; crowd++)
        for (unsigned at = heads[*head].first[crowd], next; at; at = next) {
            next = parts[at].next;
            forget(at);
        }
    heads[*head].first[0] = heads_free;
    heads_free = *head;
    *head = 0;
}

void simt_forget_crowds(void)
{
    if (table_used)
        memset(table, 0, table_size * sizeof *table);
    parts_used = heads_used = 1;
    parts_free = heads_free = table_used = 0;
}
