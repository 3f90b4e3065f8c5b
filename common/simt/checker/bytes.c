/* Race cells that keep the last access to each byte of a word. */
#include <stddef.h>
#include <string.h>
#include "checker/bytes.h"
#include "checker/list.h"

/* 8 bytes for each byte of the word: in the cell for the first, in the detail for the rest. */
struct byte {
    unsigned key;
    unsigned lane : 10, written : 1, code : 21;
};

static struct byte get_byte(const struct visit *v, const struct cell *c, unsigned i)
{
    struct byte byte;
    const char *at = i ? (const char *)simt_detail(v->word) + 8 * (i - 1)
                       : (const char *)c + offsetof(struct cell, lanes);
    memcpy(&byte, at, sizeof byte);
    return byte;
}

static void put_byte(const struct visit *v, struct cell *c, unsigned i, struct byte byte)
{
    char *at = i ? (char *)simt_detail(v->word) + 8 * (i - 1)
                 : (char *)c + offsetof(struct cell, lanes);
    memcpy(at, &byte, sizeof byte);
}

void simt_bytes_begin(const struct visit *v, struct cell *c)
{
    c->key = simt_launch_state.bytes;
    c->flags = SIMT_IN_BYTES;
    for (unsigned i = 0; i < 4; i++)
        put_byte(v, c, i, (struct byte){.key = 0});
}

static void make_list_of_bytes(const struct visit *v, struct cell *c)
{
    struct byte byte[4];
    for (unsigned i = 0; i < 4; i++)
        byte[i] = get_byte(v, c, i);
    simt_list_begin(c);
    for (unsigned i = 0; i < 4; i++)
        if (byte[i].key >= v->bound)
            simt_list_add(v, c, byte[i].key, byte[i].code, byte[i].lane,
                          byte[i].written ? SIMT_WRITE : SIMT_READ, 1u << i);
}

/* Whether the byte can be kept as one access of one thread after this one. */
static bool fits(const struct visit *v, struct byte byte)
{
    if (byte.key < v->bound || v->kind == SIMT_WRITE)
        return true;
    if (byte.written)
        return byte.key == v->key && byte.lane == v->me;
    return simt_is_before_visit(v, byte.key, byte.lane);
}

static void access_byte(const struct visit *v, struct cell *c, unsigned i)
{
    struct byte byte = get_byte(v, c, i);
    bool writes = v->kind == SIMT_WRITE;
    if (byte.key >= v->bound && (writes || byte.written) &&
        !simt_is_before_visit(v, byte.key, byte.lane))
        simt_race_with(v, byte.key, byte.lane, byte.code,
                       byte.written ? SIMT_WRITE : SIMT_READ);
    if (byte.key == v->key && byte.written && !writes)
        return;
    put_byte(v, c, i, (struct byte){v->key, v->me, writes, v->code & ((1 << 21) - 1)});
}

void simt_bytes_access(const struct visit *v, struct cell *c, unsigned bytes)
{
    bool all_fit = v->kind <= SIMT_WRITE;
    for (unsigned rest = bytes; rest && all_fit; rest &= rest - 1)
        all_fit = fits(v, get_byte(v, c, (unsigned)__builtin_ctz(rest)));
    if (!all_fit) {
        make_list_of_bytes(v, c);
        simt_list_access(v, c, bytes);
        return;
    }
    for (unsigned rest = bytes; rest; rest &= rest - 1)
        access_byte(v, c, (unsigned)__builtin_ctz(rest));
}
