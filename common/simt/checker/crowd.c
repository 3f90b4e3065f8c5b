/* Crowds: see crowd.h. A hash table of all parts; the first part of a crowd, which is no
 * warp's, leads to the others. */
#include <stdlib.h>
#include <string.h>
#include "checker/crowd.h"

enum { NO_WARP = SIMT_MAX_WARPS };

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

static unsigned find(struct place place)
{
    unsigned at = table_size ? *slot_of(place) : 0;
    while (at && !is_at(&parts[at], place))
        at = parts[at].same_hash;
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
    parts[part].same_hash = parts_free;
    parts_free = part;
    table_used--;
}

static void *resize(void *memory, size_t bytes)
{
    void *more = realloc(memory, bytes);
    if (!more)
        abort();
    return more;
}

static void grow_table(void)
{
    unsigned was = table_size, *old = table;
    table_size = was ? 2 * was : 256;
    table = calloc(table_size, sizeof *table);
    if (!table)
        abort();
    for (unsigned i = 0; i < was; i++)
        for (unsigned at = old[i], next; at; at = next) {
            next = parts[at].same_hash;
            put(at);
        }
    free(old);
}

static unsigned free_part(void)
{
    unsigned part = parts_free;
    if (part) {
        parts_free = parts[part].same_hash;
        return part;
    }
    if (parts_used >= parts_size) {
        parts_size = parts_size ? 2 * parts_size : 256;
        parts = resize(parts, parts_size * sizeof *parts);
    }
    return parts_used++;
}

static unsigned add(struct place place, unsigned next)
{
    if (table_used == table_size)
        grow_table();
    unsigned part = free_part();
    parts[part] = (struct part){.place = place, .next = next};
    put(part);
    table_used++;
    return part;
}

enum simt_crowd simt_crowd_of(enum simt_access kind)
{
    if (simt_is_read(kind))
        return SIMT_READERS;
    return kind == SIMT_ATOMIC ? SIMT_ATOMICS : SIMT_NO_CROWD;
}

static unsigned head_of(uintptr_t word, enum simt_crowd crowd)
{
    return find((struct place){word, 0, NO_WARP, crowd});
}

unsigned simt_first_part(uintptr_t word, enum simt_crowd crowd)
{
    unsigned head = head_of(word, crowd);
    return head ? parts[head].next : 0;
}

unsigned simt_next_part(unsigned part)
{
    return parts[part].next;
}

/* Shared memory is that of the running block alone: what others have left there is too old. */
unsigned simt_part_of(uintptr_t word, enum simt_crowd crowd, unsigned key, unsigned number)
{
    unsigned block = simt_is_shared(word) ? 0 : simt_epoch_of(key)->block;
    struct place place = {word, block, number / SIMT_WARP, crowd};
    unsigned part = find(place);
    if (part)
        return part;
    unsigned head = head_of(word, crowd);
    if (!head)
        head = add((struct place){word, 0, NO_WARP, crowd}, 0);
    part = add(place, parts[head].next);
    parts[head].next = part;
    return part;
}

unsigned *simt_entries_of_part(unsigned part)
{
    return &parts[part].entries;
}

void simt_forget_crowds_of(uintptr_t word)
{
    for (unsigned crowd = 0; crowd < SIMT_NO_CROWD; crowd++)
        for (unsigned at = head_of(word, crowd), next; at; at = next) {
            next = parts[at].next;
            take_out(at);
        }
}

void simt_forget_crowds(void)
{
    if (table_used)
        memset(table, 0, table_size * sizeof *table);
    parts_used = 1;
    parts_free = table_used = 0;
}
